import type { NamePair } from 'osdi-events/mock'
import type { ComponentChildren } from 'preact'

interface NameProps {
  readonly version: 1 | 2
  readonly pair: NamePair
  /** How the name is shown, where not plainly. */
  readonly children?: ComponentChildren
}

/** What a version calls a thing: it stands out where the other has another name for it. */
export function Name({ version, pair, children }: NameProps) {
  const [own, other] = version === 1 ? [pair.v1, pair.v2] : [pair.v2, pair.v1]
  if (own === undefined) return <td class="name none">not in version {version}</td>
  return (
    <td class={`name ${other !== undefined && other !== own ? 'differs' : ''}`}>{children ?? <code>{own}</code>}</td>
  )
}

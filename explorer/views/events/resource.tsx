import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { StatusChip } from '../../parts/chip.tsx'
import { CopyButton } from '../../parts/code.tsx'
import { Head } from '../../parts/head.tsx'
import { Failed, Loading } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { Json } from './json.tsx'

interface ResourceProps {
  /** Id of the event that it was come from. */
  readonly id: string
  /** Below the base address. */
  readonly path: string
}

/** What the interface answers at an address, its links leading on. */
export function Resource({ id, path }: ResourceProps) {
  const revision = useLive((known) => known.revision)
  const { value, error, reload } = useLoaded(() => control.look(path, id), { of: path, on: [revision] })
  const [, event] = /^\/api\/v\d\/events\/([^/?]+)$/.exec(path) ?? []
  return (
    <>
      <nav aria-label="Way back" class="way">
        <a href={hrefOf(['events'])}>All events</a>
        <a href={hrefOf(['events', id])}>Back to the event</a>
        {event !== undefined && event !== id && <a href={hrefOf(['events', event])}>In both versions</a>}
      </nav>
      <Head title={<span class="mono path">{path}</span>} note={value && <StatusChip status={value.status} />}>
        {value && <CopyButton text={JSON.stringify(value.body, null, 2)} what="the answer" />}
      </Head>
      {error && <Failed error={error} again={reload} />}
      {!value && !error && <Loading what="the answer" />}
      {value && (
        <pre class="json card">
          <Json value={value.body} of={id} />
        </pre>
      )}
    </>
  )
}

import { serviceUrl } from '../../data/control.ts'
import { hrefOf } from '../../routing/route.ts'

interface HalLinkProps {
  readonly href: string
  /** Id of the event whose key sees what is there. */
  readonly of: string
}

/** An address of an answer: a place in the explorer where it is of the interface, and a text where it is not. */
export function HalLink({ href, of }: HalLinkProps) {
  const path = href.startsWith(`${serviceUrl}/api/`) ? href.slice(serviceUrl.length) : undefined
  if (path === undefined) return <span class="mono">{href}</span>
  return (
    <a class="mono" href={hrefOf(['events', of, 'at', path])}>
      {path}
    </a>
  )
}

import type { Fault } from 'osdi-events/mock'
import { useLive } from '../../data/live.ts'
import { StatusChip } from '../../parts/chip.tsx'
import { hrefOf } from '../../routing/route.ts'

/** More would push everything else away; the requests' own view has them all. */
const mostShown = 8

/** The last requests that a rule struck, as far as the request log has them. */
export function StruckRequests({ rule }: { readonly rule: Fault }) {
  const requests = useLive((known) => known.requests)
  const struck = requests.filter(({ rules }) => rules?.includes(rule.id)).toReversed()
  if (struck.length === 0) return null
  return (
    <section aria-labelledby="struck-title">
      <h3 id="struck-title">Requests that it struck</h3>
      <ul class="struck">
        {struck.slice(0, mostShown).map(({ number, method, path, status, at }) => (
          <li key={number}>
            <time class="soft" dateTime={at}>
              {at.slice(11, 19)}
            </time>
            <a class="mono" href={hrefOf(['requests', String(number)])}>
              {method} {path}
            </a>
            <StatusChip status={status} />
          </li>
        ))}
      </ul>
      {struck.length > mostShown && <a href={hrefOf(['requests'], { rule: rule.id })}>All {struck.length} of them</a>}
    </section>
  )
}

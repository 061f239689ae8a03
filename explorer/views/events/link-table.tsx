import type { EventVersions, NamePair } from 'osdi-events/mock'
import { Relation } from '../../parts/relation.tsx'
import { HalLink } from './hal-link.tsx'
import { hrefsIn } from './members.ts'
import { Name } from './name.tsx'

/** Where an event leads to in both versions. */
export const LinkTable = ({ event }: { readonly event: EventVersions }) => (
  <section aria-labelledby="links">
    <h2 id="links">Links</h2>
    <table class="twins links card">
      <thead>
        <tr>
          <th scope="col">Version 1</th>
          <th scope="col">Version 2</th>
          <th scope="col">Leads to</th>
        </tr>
      </thead>
      <tbody>
        {event.relations
          .filter(({ v2 }) => v2 !== 'curies')
          .map((pair) => (
            <LinkRow key={`${pair.v1} ${pair.v2}`} pair={pair} event={event} />
          ))}
      </tbody>
    </table>
  </section>
)

function LinkRow({ pair, event }: { readonly pair: NamePair; readonly event: EventVersions }) {
  const { id, v1, v2 } = event
  const first = pair.v1 === undefined ? [] : hrefsIn(v1, pair.v1)
  const second = pair.v2 === undefined ? [] : hrefsIn(v2, pair.v2)
  return (
    <tr>
      <Name version={1} pair={pair}>
        {pair.v1 !== undefined && <Relation name={pair.v1} />}
      </Name>
      <Name version={2} pair={pair}>
        {pair.v2 !== undefined && <Relation name={pair.v2} />}
      </Name>
      <td>
        <ul>
          {[...first, ...second].map((href) => (
            <li key={href}>
              <HalLink href={href} of={id} />
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

import type { EventVersions, NamePair } from 'osdi-events/mock'
import { Name } from './name.tsx'
import { Value } from './value.tsx'

/** What an event has, under the names of both versions: one row for what means the same. */
export const FieldTable = ({ event }: { readonly event: EventVersions }) => (
  <table class="twins card">
    <caption class="unseen">Fields in both versions</caption>
    <thead>
      <tr>
        <th scope="col">Version 1</th>
        <th scope="col">Version 2</th>
        <th scope="col">Value</th>
      </tr>
    </thead>
    <tbody>
      {event.fields.map((pair) => (
        <Field key={`${pair.v1} ${pair.v2}`} pair={pair} event={event} />
      ))}
    </tbody>
  </table>
)

function Field({ pair, event }: { readonly pair: NamePair; readonly event: EventVersions }) {
  const first = pair.v1 === undefined ? undefined : event.v1[pair.v1]
  const second = pair.v2 === undefined ? undefined : event.v2[pair.v2]
  const differ = pair.v1 !== undefined && pair.v2 !== undefined && !isSame(first, second)
  return (
    <tr>
      <Name version={1} pair={pair} />
      <Name version={2} pair={pair} />
      <td>
        {differ ? (
          <dl class="members">
            <dt>v1</dt>
            <dd>
              <Value value={first} />
            </dd>
            <dt>v2</dt>
            <dd>
              <Value value={second} />
            </dd>
          </dl>
        ) : (
          <Value value={second ?? first} />
        )}
      </td>
    </tr>
  )
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

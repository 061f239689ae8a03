import type { EventVersions, NamePair } from 'osdi-events/mock'
import { Facts, Folded } from '../components/frame.tsx'
import { isMembers, type Members } from '../components/members.ts'
import { formatCount, formatJson } from '../components/text.ts'

/** A member as text, if it is a text or a number; otherwise an empty text. */
export function textIn(members: Members, name: string): string {
  const value = members[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether the service's own `hidden` field is true. Its prefix depends on the service. */
export const isHidden = (members: Members): boolean =>
  Object.entries(members).some(([name, value]) => name.endsWith(':hidden') && value === true)

/** An event in both versions. Names with the same meaning share a row. What is not there, identifiers and links are folded. */
export function Versions({ event: { v1, v2, fields, relations } }: { readonly event: EventVersions }) {
  const isThere = ({ v1: one, v2: two }: NamePair) => [one && v1[one], two && v2[two]].some((value) => !isEmpty(value))
  const isId = (pair: NamePair) => pair.v2 === 'identifiers' || pair.v1 === 'identifiers'
  const absent = fields.filter((pair) => !isThere(pair))
  return (
    <>
      <PairTable
        title="Fields in both versions"
        pairs={fields.filter((pair) => isThere(pair) && !isId(pair))}
        v1={v1}
        v2={v2}
      />
      {absent.length > 0 && (
        <Folded title={`${formatCount(absent.length, 'field is', 'fields are')} not there`}>
          <PairTable title="Fields that are not there" pairs={absent} v1={v1} v2={v2} />
        </Folded>
      )}
      <Folded title="Identifiers and links">
        <PairTable title="Identifiers" pairs={fields.filter(isId)} v1={v1} v2={v2} />
        <PairTable title="Links in both versions" pairs={relations} v1={linksOf(v1)} v2={linksOf(v2)} />
      </Folded>
    </>
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The addresses of each relation. In HAL, a relation has one link or several. */
const linksOf = ({ _links: links }: Members): Members =>
  Object.fromEntries(
    Object.entries(isMembers(links) ? links : {}).map(([name, link]) => [
      name,
      [link]
        .flat()
        .flatMap((each) => (isMembers(each) ? textIn(each, 'href') : []))
        .join('\n'),
    ]),
  )

interface PairTableProps {
  readonly title: string
  readonly pairs: readonly NamePair[]
  readonly v1: Members
  readonly v2: Members
}

const PairTable = ({ title, pairs, ...event }: PairTableProps) => (
  <table class="card pairs">
    <caption>{title}</caption>
    <thead>
      <tr>
        <th scope="col">Version 1</th>
        <th scope="col">Version 2</th>
        <th scope="col">Value</th>
      </tr>
    </thead>
    <tbody>
      {pairs.map(({ v1, v2 }) => {
        const [first, second] = [v1 && event.v1[v1], v2 && event.v2[v2]]
        const differ = v1 && v2 && JSON.stringify(first) !== JSON.stringify(second)
        return (
          <tr key={`${v1} ${v2}`}>
            <Name version={1} own={v1} other={v2} />
            <Name version={2} own={v2} other={v1} />
            <td>
              <Value value={differ ? { v1: first, v2: second } : (second ?? first)} />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

interface NameProps {
  readonly version: 1 | 2
  readonly own: string | undefined
  readonly other: string | undefined
}

/** The name in a version, highlighted if the other version has another name. */
const Name = ({ version, own, other = own }: NameProps) => (
  <td class={own !== other && own ? 'name differs' : 'name'} data-version={`v${version}`}>
    {own ? <code>{own}</code> : <span class="muted small">not in version {version}</span>}
  </td>
)

/** A value. Shows HTML as source text, and an object by its members. */
function Value({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span class="muted">not there</span>
  if (typeof value === 'string') return <bdi class="text">{value}</bdi>
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return <bdi class="text">{value.join('\n')}</bdi>
  if (!isMembers(value)) return <span class="text mono">{formatJson(value)}</span>
  return (
    <Facts
      of={Object.fromEntries(Object.entries(value).map(([name, member]) => [name, <Value value={member} />]))}
      isCode
    />
  )
}

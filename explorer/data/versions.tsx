import type { EventVersions, NamePair } from 'osdi-events/mock'
import { Fragment } from 'preact'
import { shownJson } from '../parts/text.ts'

/** An object out of JSON. */
export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member that is a text or a number; empty where it is none. */
export function textIn(members: Members, name: string): string {
  const value = members[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** An event in both versions: one row for what means the same. */
export const Versions = ({ event: { v1, v2, fields, relations } }: { readonly event: EventVersions }) => (
  <>
    <Twins title="Fields in both versions" pairs={fields} v1={v1} v2={v2} />
    <Twins title="Links in both versions" pairs={relations} v1={linksOf(v1)} v2={linksOf(v2)} />
  </>
)

/** Where each relation leads to; HAL has one link or several. */
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

interface TwinsProps {
  readonly title: string
  readonly pairs: readonly NamePair[]
  readonly v1: Members
  readonly v2: Members
}

const Twins = ({ title, pairs, ...event }: TwinsProps) => (
  <table class="card twins">
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

/** What a version calls a thing: it stands out where the other has another name for it. */
const Name = ({ version, own, other = own }: NameProps) => (
  <td class={own !== other && own ? 'name differs' : 'name'} data-version={`v${version}`}>
    {own ? <code>{own}</code> : <span class="soft small">not in version {version}</span>}
  </td>
)

/** A value as it is read: HTML as the text that it is, objects by their members. */
function Value({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span class="soft">not there</span>
  if (typeof value === 'string') return <bdi class="text">{value}</bdi>
  if (!isMembers(value)) return <span class="text mono">{shownJson(value)}</span>
  return (
    <dl class="members">
      {Object.entries(value).map(([name, member]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <Value value={member} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

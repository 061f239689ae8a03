import { useState } from 'preact/hooks'
import { Figure } from './code.tsx'
import { Marked } from './marked.tsx'
import { formatJson } from './text.ts'

interface BodyProps {
  readonly label: string
  readonly value: unknown
  /** Finds the texts to mark. Objects and lists that contain one are open. */
  readonly pattern?: RegExp | undefined
}

/** A body with a copy button: JSON with colours, of which objects and lists fold; or a text. */
export const Body = ({ label, value, pattern }: BodyProps) => (
  <Figure label={label} text={formatJson(value)}>
    {typeof value === 'string' ? (
      <pre>
        <code>
          <Marked text={value} pattern={pattern} />
        </code>
      </pre>
    ) : (
      <div class="json mono">
        <Member value={value} pattern={pattern} end="" isOpen />
      </div>
    )}
  </Figure>
)

interface MemberProps {
  /** Absent in a list. */
  readonly name?: string
  readonly value: unknown
  readonly pattern: RegExp | undefined
  /** A comma, unless the member is the last one. */
  readonly end: string
  /** Whether an object or a list is open before the user opens or folds it. */
  readonly isOpen: boolean
}

function Member({ name, value, pattern, end, isOpen: isOpenFirst }: MemberProps) {
  const [chosen, choose] = useState<boolean>()
  const text = compact(value)
  const isOpen = chosen ?? (isOpenFirst || pattern?.test(text) === true)
  const label = name !== undefined && (
    <>
      <span class="name">
        <Marked text={JSON.stringify(name)} pattern={pattern} />
      </span>
      {': '}
    </>
  )
  const entries = entriesOf(value)
  if (!entries || entries.length === 0)
    return (
      <div class="leaf">
        {label}
        <span class={typeof value}>
          <Marked text={text} pattern={pattern} />
        </span>
        {end}
      </div>
    )
  const [opening, closing] = Array.isArray(value) ? '[]' : '{}'
  return (
    // A change of `open` by a search fires the event too. Only the user makes it differ.
    <details open={isOpen} onToggle={({ currentTarget: { open } }) => open !== isOpen && choose(open)}>
      <summary>
        {label}
        {isOpen ? opening : <span class="folded">{preview(value)}</span>}
        {!isOpen && end}
      </summary>
      {isOpen && (
        <>
          <div class="inside">
            {entries.map(([key, member], index) => (
              <Member
                key={key}
                {...(!Array.isArray(value) && { name: key })}
                value={member}
                pattern={pattern}
                end={index < entries.length - 1 ? ',' : ''}
                isOpen={!isLong(value) && !isLinks(key, member)}
              />
            ))}
          </div>
          {closing}
          {end}
        </>
      )}
    </details>
  )
}

/** Whether a member has the links of a response (HAL), which most readers do not look for. */
const isLinks = (name: string, value: unknown): boolean => name === '_links' && (entriesOf(value)?.length ?? 0) > 2

/** Whether the members of a list fold to a line each, such as the events of a page. */
const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > 3

/** Members of an object or a list; undefined for any other value. */
const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] | undefined =>
  typeof value === 'object' && value !== null ? Object.entries(value) : undefined

const compact = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** Members by which people know an object come first. */
const known = ['title', 'summary', 'name', 'given_name', 'address', 'href']

/** The beginning of a folded object or list, on one line. */
function preview(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? `[ ${preview(value[0])} ]` : `[ ${value.length} entries ]`
  const entries = entriesOf(value)
  if (!entries) return compact(value)
  const rank = ([name]: readonly [string, unknown]) => (known.indexOf(name) + known.length + 1) % (known.length + 1)
  const first = entries.toSorted((one, other) => rank(one) - rank(other)).slice(0, 4)
  const members = first.map(([name, member]) => `${name}: ${entriesOf(member) ? '…' : compact(member).slice(0, 80)}`)
  return `{ ${members.join(', ')}${entries.length > first.length ? ', …' : ''} }`
}

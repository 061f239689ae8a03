import { Relation } from '../../parts/relation.tsx'
import { HalLink } from './hal-link.tsx'

interface JsonProps {
  readonly value: unknown
  /** Id of the event whose key sees where links lead. */
  readonly of: string
  /** Name of the member that it is the value of. */
  readonly name?: string
  readonly depth?: number
}

// Nobody reads further, and drawing could not go on for ever.
const deepest = 40

/** A JSON text whose links can be followed and whose relations say what they mean. */
export function Json({ value, of, name, depth = 0 }: JsonProps) {
  if (name === 'href' && typeof value === 'string') return <HalLink href={value} of={of} />
  if (depth === deepest || typeof value !== 'object' || value === null) return <>{JSON.stringify(value)}</>
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Object.entries(value)
  const margin = `\n${'  '.repeat(depth)}`
  if (members.length === 0) return <>{`${open}${close}`}</>
  return (
    <>
      {open}
      {members.map(([key, member], at) => (
        <span key={key}>
          {`${margin}  `}
          {!Array.isArray(value) && (
            <>
              <Key name={key} within={name} />
              {': '}
            </>
          )}
          <Json value={member} of={of} name={key} depth={depth + 1} />
          {at < members.length - 1 && ','}
        </span>
      ))}
      {`${margin}${close}`}
    </>
  )
}

const Key = ({ name, within }: { readonly name: string; readonly within: string | undefined }) =>
  (within === '_links' || within === '_embedded') && name.includes(':') ? (
    <Relation name={name} />
  ) : (
    <span class="key">{JSON.stringify(name)}</span>
  )

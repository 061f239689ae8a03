import { useState } from 'preact/hooks'
import { Choice, TextField } from '../../parts/field.tsx'
import { any } from './fields.ts'
import type { Keys } from './use-keys.ts'

interface KeyFieldProps {
  readonly keys: Keys
  /** The key itself; empty for any. */
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  /** Why it is empty, where one could stand there. */
  readonly why: string | undefined
}

/** Whose requests a rule means. Nobody has to see or copy the keys that the service has: none of them stands in the page. */
export function KeyField({ keys: { known }, value, error, onChange, why }: KeyFieldProps) {
  const [isTyped, type] = useState(false)
  const at = known.findIndex(({ token }) => token === value)
  const chosen = isTyped ? 'typed' : value === '' ? '' : at < 0 ? 'same' : String(at)
  return (
    <div class="fields">
      <Choice
        label="Key"
        value={chosen}
        error={isTyped ? undefined : error}
        {...(value === '' && !isTyped && why !== undefined && { hint: why })}
        choices={[
          any,
          ...known.map(({ name }, index) => [String(index), name] as const),
          // Of a rule that is written once more, before the service has said whose it is.
          ...(chosen === 'same' ? [['same', 'The same key'] as const] : []),
          ['typed', 'Another key …'],
        ]}
        onChange={(next) => {
          type(next === 'typed')
          if (next !== 'same') onChange((next !== '' && known[Number(next)]?.token) || '')
        }}
      />
      {isTyped && <TextField label="The other key" value={value} error={error} onInput={onChange} />}
    </div>
  )
}

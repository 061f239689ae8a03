import { Choice, TextArea, TextField } from '../../parts/field.tsx'
import type { Field } from './fields.ts'

interface DraftFieldProps {
  readonly field: Field
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** A field of the form, as it is described. */
export function DraftField({ field, value, error, onChange }: DraftFieldProps) {
  const { label, hint, numeric, lines, choices } = field
  const frame = { label, error, ...(hint !== undefined && { hint }) }
  if (choices) return <Choice {...frame} value={value} choices={choices} onChange={onChange} />
  if (lines) return <TextArea {...frame} value={value} onInput={onChange} />
  return <TextField {...frame} value={value} onInput={onChange} {...(numeric && { numeric })} />
}

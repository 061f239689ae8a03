import { useEffect, useState } from 'preact/hooks'
import { TextField } from './field.tsx'

/** Milliseconds without a key before what is typed is searched. */
const typing = 180

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** A search, which goes off once nothing more is typed. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, type] = useState(value)
  useEffect(() => type(value), [value])
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onSearch(text), typing)
    return () => clearTimeout(timer)
  }, [text])
  return <TextField label={label} bare type="search" placeholder="Search" value={text} onInput={type} />
}

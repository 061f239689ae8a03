import { useLayoutEffect, useRef, useState } from 'preact/hooks'
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
  // What was searched comes back a little later, and is not to take the place of what was typed since.
  const sent = useRef(value)
  // By then something else may have been chosen that is to stay.
  const latest = useRef(onSearch)
  latest.current = onSearch
  useLayoutEffect(() => {
    if (value === sent.current) return
    sent.current = value
    type(value)
  }, [value])
  // At once, as all of it: what is typed next is not lost, and nothing is searched once the page has gone elsewhere.
  useLayoutEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => {
      sent.current = text
      latest.current(text)
    }, typing)
    return () => clearTimeout(timer)
  }, [text])
  return <TextField label={label} bare type="search" placeholder="Search" value={text} onInput={type} />
}

import { useEffect, useRef, useState } from 'preact/hooks'

/** Milliseconds without a key before what is typed is searched. */
const typing = 180

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** A search, which begins once nothing more is typed. */
export function Search({ label, value, onSearch }: SearchProps) {
  const [text, type] = useState(value)
  const sent = useRef(value)
  // By then something else may have been chosen that is to stay.
  const latest = useRef(onSearch)
  latest.current = onSearch
  // What was searched comes back a little later, and must not replace what was typed since.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    type(value)
  }, [value])
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => {
      sent.current = text
      latest.current(text)
    }, typing)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <input
      type="search"
      class="input"
      aria-label={label}
      placeholder="Search"
      autocomplete="off"
      spellcheck={false}
      value={text}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

/** Values of which one is chosen, and how each is shown. */
export type Choices = readonly (readonly [value: string, text: string])[]

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly choices: Choices
  readonly onChange: (value: string) => void
}

/** A choice of one of several, which takes effect at once. */
export const Choice = ({ label, value, choices, onChange }: ChoiceProps) => (
  <select
    class="input"
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    {choices.map(([each, text]) => (
      <option key={each} value={each}>
        {text}
      </option>
    ))}
  </select>
)

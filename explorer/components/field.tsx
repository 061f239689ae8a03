interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

export const Search = ({ label, value, onSearch }: SearchProps) => (
  <input
    type="search"
    class="input"
    aria-label={label}
    placeholder="Search"
    autocomplete="off"
    spellcheck={false}
    value={value}
    onInput={({ currentTarget }) => onSearch(currentTarget.value)}
  />
)

/** Values to choose from. A value with another text to show is a pair. */
export type Options = readonly (string | readonly [value: string, text: string])[]

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: Options
  readonly onChange: (value: string) => void
}

/** A select that takes effect at once. */
export const Select = ({ label, value, options, onChange }: SelectProps) => (
  <select
    class="input"
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    {optionsOf(options, value)}
  </select>
)

export const optionsOf = (options: Options, selected: string) =>
  options.map((choice) => {
    const [value, text] = typeof choice === 'string' ? [choice, choice] : choice
    return (
      <option key={value} value={value} selected={value === selected}>
        {text}
      </option>
    )
  })

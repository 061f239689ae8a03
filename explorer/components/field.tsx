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

/** Values to choose from, each with its text if the text is another. Values of the same group stand under its name. */
export type Options = readonly (string | readonly [value: string, text: string, group?: string])[]

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

export function optionsOf(options: Options, selected: string) {
  const all = options.map((option) => (typeof option === 'string' ? ([option, option] as const) : option))
  const groups = [...new Set(all.map(([, , group]) => group))]
  return groups.map((group) => {
    const shown = all
      .filter((option) => option[2] === group)
      .map(([value, text]) => (
        <option key={value} value={value} selected={value === selected}>
          {text}
        </option>
      ))
    return group === undefined ? (
      shown
    ) : (
      <optgroup key={group} label={group}>
        {shown}
      </optgroup>
    )
  })
}

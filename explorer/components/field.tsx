import type { TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { pageRoot } from '../state/page.ts'

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** The search of a view. The key `/` moves the focus here, and Escape moves the focus away and keeps the text. */
export function Search({ label, value, onSearch }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  // Before the page is painted: whoever sees the field can press the key.
  useLayoutEffect(() => {
    const root = pageRoot()
    const focusByKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || !isSearchKey(event)) return
      event.preventDefault()
      field.current?.select()
    }
    root.addEventListener('keydown', focusByKey)
    return () => root.removeEventListener('keydown', focusByKey)
  }, [])
  return (
    <input
      ref={field}
      type="search"
      class="input"
      aria-label={label}
      aria-keyshortcuts="/"
      title="Press / to search"
      placeholder="Search"
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onSearch(currentTarget.value)}
      onKeyDown={leaveByKey}
    />
  )
}

/** Whether a key asks for the search, and is not meant for a field or a dialog. */
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key === '/' &&
  !(ctrlKey || metaKey || altKey) &&
  !(target instanceof Element && target.closest('input, select, textarea, dialog'))

function leaveByKey(event: TargetedKeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Escape') return
  // The browser would remove the text.
  event.preventDefault()
  event.currentTarget.blur()
}

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

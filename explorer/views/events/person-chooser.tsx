import { useEffect, useId, useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { TextField } from '../../parts/field.tsx'
import { Failed } from '../../parts/state.tsx'
import { count } from '../../text/count.ts'

/** How many people are offered at once; a longer search finds fewer. */
const most = 6
/** Milliseconds without a key before what is typed is searched. */
const typing = 150

interface PersonChooserProps {
  /** Id of who is chosen; empty where nobody is. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
  readonly error?: string | undefined
}

/** Finds somebody by name or address, and chooses them. */
export function PersonChooser({ chosen, onChoose, error }: PersonChooserProps) {
  const name = useId()
  const [text, type] = useState('')
  const [search, find] = useState('')
  useEffect(() => {
    if (text === search) return undefined
    // Whoever was chosen may not be among those that are shown then.
    const timer = setTimeout(() => {
      onChoose('')
      find(text)
    }, typing)
    return () => clearTimeout(timer)
  }, [text])
  const {
    value,
    error: failure,
    reload,
  } = useLoaded(() => control.people({ search, per_page: most }), {
    of: 'people',
    on: [search],
  })
  return (
    <>
      <TextField label="Find by name, e-mail or postal code" type="search" value={text} onInput={type} error={error} />
      {failure && <Failed error={failure} again={reload} />}
      <fieldset class="options">
        <legend class="unseen">People</legend>
        {value?.people.map(({ id, given_name, family_name, email_address }) => (
          <label key={id} class="option">
            <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
            <span class="option-title">{`${given_name} ${family_name}`}</span>
            <span class="soft">{email_address}</span>
          </label>
        ))}
      </fieldset>
      <p class="soft" role="status">
        {value && found(value.total)}
      </p>
    </>
  )
}

function found(total: number): string {
  if (total === 0) return 'Nobody is found'
  if (total > most) return `${count(total)} are found; these are the first`
  return total === 1 ? 'One is found' : `${total} are found`
}

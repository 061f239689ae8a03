import type { ListedKey } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { useSubmission } from '../../data/use-submission.ts'
import { Choice, TextArea, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { hrefOf } from '../../routing/route.ts'
import { type DraftField, emptyDraft, eventOf } from './draft.ts'

interface NewEventFormProps {
  readonly keys: readonly ListedKey[]
  readonly onDone: () => void
}

type Type = 'text' | 'number' | 'datetime-local'

/** Those that most events have, and those that few do. */
const main: readonly (readonly [DraftField, string, Type?])[] = [
  ['start_date', 'Starts', 'datetime-local'],
  ['end_date', 'Ends', 'datetime-local'],
  ['location.venue', 'Venue'],
  ['location.locality', 'Town'],
  ['location.region', 'Region'],
  ['location.postal_code', 'Postal code'],
]
const more: readonly (readonly [DraftField, string, Type?])[] = [
  ['name', 'Title for organizers'],
  ['origin_system', 'Origin'],
  ['browser_url', 'Page elsewhere'],
  ['capacity', 'Capacity', 'number'],
]
const long: readonly (readonly [DraftField, string])[] = [
  ['description', 'Description'],
  ['instructions', 'Instructions'],
]
const ways = [
  ['ui', 'In the user interface'],
  ['api', 'Through the API'],
] as const

/** The fields of a new event. Keys are chosen by whose they are; none of them stands in the page. */
export function NewEventForm({ keys, onDone }: NewEventFormProps) {
  const [at, choose] = useState('0')
  const [via, turn] = useState('ui')
  const [draft, type] = useState(emptyDraft)
  const key = keys[Number(at)]
  const token = key?.token ?? ''
  const campaigns = useLoaded(() => control.campaigns(token), { of: at })
  const submission = useSubmission(async () => {
    const event = await control.addEvent(eventOf(draft), { key: token, via: via === 'api' ? 'api' : 'ui' })
    say(`${event.title} was made`)
    onDone()
    location.hash = hrefOf(['events', event.id])
  })
  const errorAt = (name: DraftField) => submission.errorAt(`event.${name}`)
  const field = ([name, label, kind = 'text']: (typeof main)[number]) => (
    <TextField
      key={name}
      label={label}
      type={kind}
      value={draft[name]}
      onInput={(value) => type({ ...draft, [name]: value })}
      error={errorAt(name)}
    />
  )
  const rare = [...more.map(([name]) => name), ...long.map(([name]) => name)]
  return (
    <Form
      of={submission}
      does="Make the event"
      onCancel={onDone}
      fields={Object.keys(emptyDraft).map((name) => `event.${name}`)}
    >
      {field(['title', 'Title'])}
      <Choice
        label="Whose"
        value={at}
        onChange={(next) => {
          choose(next)
          type({ ...draft, campaign: '' })
        }}
        choices={keys.map(({ title, kind }, index) => [
          String(index),
          kind === 'group' ? `${title} (group)` : `${title} (account)`,
        ])}
      />
      <div class="form-pair">
        {main.map(field)}
        <Choice
          label="Campaign"
          value={draft.campaign}
          onChange={(value) => type({ ...draft, campaign: value })}
          choices={[['', 'None'], ...(campaigns.value ?? []).map(({ id, title }) => [id, title] as const)]}
          error={errorAt('campaign')}
        />
        <Choice label="Made" value={via} onChange={turn} choices={ways} />
      </div>
      <details class="more" open={rare.some((name) => errorAt(name) !== undefined)}>
        <summary>More fields</summary>
        <div class="form-inside">
          <div class="form-pair">{more.map(field)}</div>
          {long.map(([name, label]) => (
            <TextArea
              key={name}
              label={label}
              value={draft[name]}
              onInput={(value) => type({ ...draft, [name]: value })}
              error={errorAt(name)}
            />
          ))}
        </div>
      </details>
    </Form>
  )
}

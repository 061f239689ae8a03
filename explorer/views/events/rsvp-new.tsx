import type { NewPerson } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useSubmission } from '../../data/use-submission.ts'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { given } from './given.ts'

/** What each way to RSVP is handed. */
export interface RsvpFieldsProps {
  /** Id of the event. */
  readonly event: string
  readonly onDone: () => void
}

const fields = ['given_name', 'family_name', 'email_address', 'postal_code'] as const
const labels = {
  given_name: 'First name',
  family_name: 'Last name',
  email_address: 'E-mail',
  postal_code: 'Postal code',
}

/** An RSVP of somebody whom the service does not know yet. */
export function RsvpNew({ event, onDone }: RsvpFieldsProps) {
  const [person, change] = useState<NewPerson>({})
  const submission = useSubmission(async () => {
    const added = await control.addPerson(given(person))
    await control.attend(event, added)
    say(`${added.given_name} ${added.family_name} has given an RSVP`)
    onDone()
  })
  return (
    <Form of={submission} does="RSVP" onCancel={onDone} fields={fields.map((name) => `person.${name}`)}>
      <p class="soft">What is left empty is made up.</p>
      <div class="form-pair">
        {fields.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            type={name === 'email_address' ? 'email' : 'text'}
            value={person[name] ?? ''}
            onInput={(value) => change({ ...person, [name]: value })}
            error={submission.errorAt(`person.${name}`)}
          />
        ))}
      </div>
    </Form>
  )
}

import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useSubmission } from '../../data/use-submission.ts'
import { Form } from '../../parts/form.tsx'
import { PersonChooser } from './person-chooser.tsx'
import type { RsvpFieldsProps } from './rsvp-new.tsx'

/** An RSVP of somebody whom the service knows. */
export function RsvpKnown({ event, onDone }: RsvpFieldsProps) {
  const [person, choose] = useState('')
  const submission = useSubmission(async () => {
    await control.attend(event, person)
    say('The RSVP was recorded')
    onDone()
  })
  return (
    <Form of={submission} does="RSVP" onCancel={onDone} fields={['who']}>
      <PersonChooser
        chosen={person}
        onChoose={choose}
        error={submission.errorAt('who') && 'Choose one of the people that the service knows'}
      />
    </Form>
  )
}

import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useAct } from '../../data/use-act.ts'
import { Form } from '../../parts/form.tsx'
import { PersonChooser } from './person-chooser.tsx'
import type { RsvpFieldsProps } from './rsvp-new.tsx'

/** An RSVP of somebody whom the service knows. */
export function RsvpKnown({ event, onDone }: RsvpFieldsProps) {
  const [person, choose] = useState('')
  const act = useAct(async () => {
    await control.attend(event, person)
    say('The RSVP was recorded')
    onDone()
  })
  return (
    <Form act={act} does="RSVP" onCancel={onDone} fields={['who']}>
      <PersonChooser
        chosen={person}
        onChoose={choose}
        error={act.errorAt('who') && 'Choose one of the people that the service knows'}
      />
    </Form>
  )
}

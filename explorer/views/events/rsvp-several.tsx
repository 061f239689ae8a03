import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useSubmission } from '../../data/use-submission.ts'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { count } from '../../text/count.ts'
import type { RsvpFieldsProps } from './rsvp-new.tsx'

/** RSVPs of as many people as a number says, whom the service makes up. */
export function RsvpSeveral({ event, onDone }: RsvpFieldsProps) {
  const [number, type] = useState('10')
  const submission = useSubmission(async () => {
    const { length } = await control.attend(event, number.trim() === '' ? Number.NaN : Number(number))
    say(length === 1 ? 'One RSVP was recorded' : `${count(length)} RSVPs were recorded`)
    onDone()
  })
  return (
    <Form of={submission} does="RSVP" onCancel={onDone} fields={['who', 'body.count']}>
      <TextField
        label="How many"
        type="number"
        value={number}
        onInput={type}
        hint="As many new people, with names and addresses that are made up"
        error={submission.errorAt('who') ?? submission.errorAt('body.count')}
      />
    </Form>
  )
}

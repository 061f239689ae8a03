import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useSubmission } from '../../data/use-submission.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { Download } from './download.tsx'

/** Puts the service back, once it is sure that this is meant. */
export function Reset() {
  const [isOpen, open] = useState(false)
  const close = () => open(false)
  const submission = useSubmission(async () => {
    await control.reset()
    say('The service is back to how it was made')
    close()
  })
  return (
    <>
      <Button kind="risky" onClick={() => open(true)}>
        Reset …
      </Button>
      {isOpen && (
        <Dialog title="Reset the service?" onClose={close}>
          <Form of={submission} does="Reset" kind="risky" onCancel={close}>
            <p>What is lost:</p>
            <ul class="bullets">
              <li>events, people, groups, keys and RSVPs that came since, and changes to those of the beginning</li>
              <li>the messages that were sent, and the requests in the request log</li>
              <li>the fault rules in force</li>
              <li>what the clock was moved on by</li>
            </ul>
            <p>It cannot be undone, unless the state is kept first.</p>
            <Download />
          </Form>
        </Dialog>
      )}
    </>
  )
}

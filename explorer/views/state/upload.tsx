import type { TargetedEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Restored, restoreFrom } from '../../data/restore.ts'
import { say } from '../../data/said.ts'
import { useSubmission } from '../../data/use-submission.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { size } from '../../text/size.ts'
import { Download } from './download.tsx'

/** Goes on from the state in a file, once it is sure that this is meant. */
export function Upload() {
  const input = useRef<HTMLInputElement>(null)
  const [picked, take] = useState<{ readonly file: File; readonly number: number }>()
  const pick = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    take((before) => file && { file, number: (before?.number ?? 0) + 1 })
    // The same file can be picked again, once it is another.
    currentTarget.value = ''
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-label="State document"
        accept=".json,application/json"
        onChange={pick}
      />
      <Button onClick={() => input.current?.click()}>Upload a state …</Button>
      {picked && (
        <Confirm
          key={picked.number}
          file={picked.file}
          // A dialog says a little late that it was closed: another file may have been picked by then.
          onClose={() => take((now) => (now === picked ? undefined : now))}
        />
      )}
    </div>
  )
}

const endings: Readonly<Record<Restored, (name: string) => string>> = {
  done: (name) => `The service goes on from ${name}`,
  stopped: (name) => `The upload of ${name} was stopped: nothing has changed`,
  late: (name) => `The service had ${name} already, and goes on from it`,
}

function Confirm({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const { current: stop } = useRef(new AbortController())
  // However the dialog goes, and at once.
  useLayoutEffect(() => () => stop.abort(), [])
  const submission = useSubmission(async () => {
    try {
      say(endings[await restoreFrom(file, stop.signal)](file.name))
    } catch (error) {
      if (!stop.signal.aborted) throw error
      // Nobody sees the dialog any more.
      say(`The upload of ${file.name} was stopped, and the service does not say whether it had it already`)
    }
    onClose()
  })
  return (
    <Dialog title="Replace the state?" onClose={onClose}>
      <Form of={submission} does="Replace" kind="risky" onCancel={onClose}>
        <p>
          <strong class="file">{file.name}</strong> <span class="soft">{size(file.size)}</span>
        </p>
        <p>
          takes the place of everything that the service holds now: events, people, groups, keys, RSVPs, messages and
          the clock. The request log is emptied, and the fault rules go.
        </p>
        <p>It cannot be undone, unless the state is kept first.</p>
        <Download />
      </Form>
    </Dialog>
  )
}

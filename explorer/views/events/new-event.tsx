import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failed, Loading } from '../../parts/state.tsx'
import { NewEventForm } from './new-event-form.tsx'

/** Makes an event, as somebody does who uses the service's own pages. */
export function NewEvent() {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button kind="main" onClick={() => open(true)}>
        New event
      </Button>
      {isOpen && <NewEventDialog onClose={() => open(false)} />}
    </>
  )
}

function NewEventDialog({ onClose }: { readonly onClose: () => void }) {
  const { value, error, reload } = useLoaded(() => control.keys(), { of: 'keys' })
  return (
    <Dialog title="New event" onClose={onClose}>
      {error && <Failed error={error} again={reload} />}
      {!value && !error && <Loading what="the keys" />}
      {value && <NewEventForm keys={value} onDone={onClose} />}
    </Dialog>
  )
}

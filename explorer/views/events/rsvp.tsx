import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { RsvpKnown } from './rsvp-known.tsx'
import { RsvpNew } from './rsvp-new.tsx'
import { RsvpSeveral } from './rsvp-several.tsx'

const kinds = [
  ['new', 'New', RsvpNew],
  ['known', 'Known', RsvpKnown],
  ['several', 'Several', RsvpSeveral],
] as const

interface RsvpProps {
  /** Id of the event. */
  readonly id: string
  readonly title: string
}

/** Lets people RSVP to an event. */
export function Rsvp({ id, title }: RsvpProps) {
  const [isOpen, open] = useState(false)
  const [kind, choose] = useState<(typeof kinds)[number][0]>('new')
  const close = () => open(false)
  const Fields = kinds.find(([name]) => name === kind)?.[2] ?? RsvpNew
  return (
    <>
      <Button kind="main" onClick={() => open(true)}>
        RSVP
      </Button>
      {isOpen && (
        <Dialog title={`RSVP to ${title}`} onClose={close}>
          <fieldset class="switch">
            <legend>Who comes</legend>
            {kinds.map(([name, text]) => (
              <Button key={name} pressed={name === kind} onClick={() => choose(name)}>
                {text}
              </Button>
            ))}
          </fieldset>
          <Fields key={kind} event={id} onDone={close} />
        </Dialog>
      )}
    </>
  )
}

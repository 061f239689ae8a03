import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { Select } from '../components/field.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { formatCount, formatInstant } from '../components/text.ts'
import { admin, client } from '../state/admin.ts'
import { useAction, useLoaded, useServiceNow } from '../state/hooks.ts'
import { showToast, useShared } from '../state/store.ts'
import { StateButtons } from './state-file.tsx'

/** Address, keys, clock and state of the service. */
export function ServiceBar() {
  const [isOpen, setOpen] = useState(false)
  const [isShown, setShown] = useState(false)
  const { value } = useLoaded('info', () => admin.info())
  const keys = Object.entries(value?.keys ?? {})
  return (
    <section class={`service small ${isOpen ? 'open' : ''}`} aria-label="Service">
      <div class="service-narrow">
        <Button expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Address, keys, clock
        </Button>
      </div>
      <div class="row service-parts">
        <p class="row address">
          <span class="mono" title={client.url}>
            {client.url}
          </span>
          <CopyButton text={client.url} what="address">
            Copy
          </CopyButton>
        </p>
        {keys.map(([name, token]) => (
          <CopyButton key={name} text={token} what={`${name} key`} />
        ))}
        <Button expanded={isShown} label={isShown ? 'Hide keys' : 'Show keys'} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <Clock />
        <StateButtons />
      </div>
      {/* Keys are hidden until someone asks: people share their screens, and a key may be real. */}
      {isShown && (
        <dl class="row service-keys">
          {keys.map(([name, token]) => (
            <div key={name} class="row">
              <dt class="muted">{name} key</dt>
              <dd class="mono">{token}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const steps = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P1W', '1 week'],
  ['', 'next reminder'],
] as const

function Clock() {
  const now = useServiceNow()
  const isRunning = useShared((state) => state.clock?.isRunning)
  const [step, setStep] = useState('PT1H')
  const { error, isBusy, run } = useAction()
  return (
    <div class="row clock">
      <p title={isRunning ? 'The clock is running' : 'Each write moves the clock on by a second'}>
        <span class="muted">Clock</span>{' '}
        {now === undefined ? '–' : <time dateTime={new Date(now).toISOString()}>{formatInstant(now)}</time>} UTC
      </p>
      <Select label="Advance the clock by" value={step} options={steps} onChange={setStep} />
      <Button disabled={isBusy} onClick={() => void run(() => advance(step))}>
        Advance
      </Button>
      <ErrorMessage error={error} />
    </div>
  )
}

/** Advances the clock, and shows how many messages the service sent because of this. */
async function advance(duration: string): Promise<void> {
  const countMail = async () => (await admin.messages({ per_page: 1 })).total
  const before = await countMail()
  const now = duration === '' ? await advanceToNextReminder() : await admin.clock.advance(duration)
  if (!now) return showToast('No reminder is to come for anyone: no event with a reminder has an accepted RSVP')
  const sent = (await countMail()) - before
  const note = sent > 0 ? `; ${formatCount(sent, 'message was', 'messages were')} sent` : ''
  showToast(`The clock was advanced${note}`)
}

/** Advances the clock to the next reminder that somebody gets. An event without an accepted RSVP reminds no person. */
async function advanceToNextReminder(): Promise<Date | undefined> {
  const per_page = 1000
  for (let page = 1; ; page += 1) {
    const { reminders, total } = await admin.reminders({ page, per_page })
    const next = reminders.find(({ rsvps }) => rsvps > 0)
    if (next) return admin.clock.advanceTo(next.due)
    if (page * per_page >= total) return undefined
  }
}

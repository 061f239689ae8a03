import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/code.tsx'
import { Choice } from '../parts/field.tsx'
import { Failed } from '../parts/frame.tsx'
import { counted, shownMoment } from '../parts/text.ts'
import { admin, serviceUrl } from '../state/admin.ts'
import { useAct, useLoaded, useServiceNow } from '../state/hooks.ts'
import { say, useShared } from '../state/store.ts'
import { StateButtons } from './state-file.tsx'

/** What an application needs to connect, the service's clock, and what can be done with all that the service holds. */
export function ServiceBar() {
  const [isOpen, open] = useState(false)
  const { value } = useLoaded('info', () => admin.info())
  return (
    <section class={isOpen ? 'service open' : 'service'} aria-label="Service">
      <div class="service-narrow">
        <Button expanded={isOpen} onClick={() => open(!isOpen)}>
          Address, keys, clock
        </Button>
      </div>
      <div class="row service-parts">
        <p class="row">
          <span class="mono">{serviceUrl}</span>
          <CopyButton text={serviceUrl} what="address" />
        </p>
        {/* Screens are shared, and keys may be real ones: they are copied unseen. */}
        {Object.entries(value?.keys ?? {}).map(([name, token]) => (
          <CopyButton key={name} text={token} what={`${name} key`} />
        ))}
        <Clock />
        <StateButtons />
      </div>
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
  const [step, choose] = useState('PT1H')
  const { error, isBusy, run } = useAct()
  return (
    <div class="row clock">
      <p title={isRunning ? 'The clock is running' : 'Each write moves the clock on by a second'}>
        <span class="unseen">The service’s clock: </span>
        {now === undefined ? '–' : <time dateTime={new Date(now).toISOString()}>{shownMoment(now)}</time>} UTC
      </p>
      <Choice label="Advance the clock by" value={step} choices={steps} onChange={choose} />
      <Button disabled={isBusy} onClick={() => void run(() => advance(step))}>
        Advance
      </Button>
      <Failed error={error} />
    </div>
  )
}

/** Moves the clock, and says what came of it. */
async function advance(duration: string): Promise<void> {
  const sent = async () => (await admin.messages({ per_page: 1 })).total
  const before = await sent()
  const moved = duration === '' ? await toNextReminder() : await admin.clock.advance(duration)
  if (!moved) return say('No reminder is to come')
  const mail = (await sent()) - before
  const told = mail > 0 ? `; ${counted(mail, 'message was', 'messages were')} sent` : ''
  say(`The clock shows ${shownMoment(moved.getTime())}${told}`)
}

async function toNextReminder(): Promise<Date | undefined> {
  const [next] = (await admin.reminders({ per_page: 1 })).reminders
  return next && admin.clock.advanceTo(next.due)
}

import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useServiceNow } from '../../data/use-clock.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Failed } from '../../parts/state.tsx'
import { shownSpan } from '../../text/span.ts'
import { shownMoment } from '../../text/time.ts'
import { MoveForm } from './move-form.tsx'
import { useMove } from './use-move.ts'

const steps = [
  ['An hour on', 'PT1H'],
  ['A day on', 'P1D'],
  ['A week on', 'P1W'],
] as const

/** What the service's clock shows, and what moves it. */
export function ClockCard() {
  const clock = useLive((known) => known.clock)
  const now = useServiceNow()
  const { error, isBusy, move } = useMove()
  // Both were read in the same moment, but for what the news took to come here.
  const ahead = clock?.goes ? Math.round((clock.now - clock.learnt) / 1000) * 1000 : 0
  return (
    <section class="card clock-card" aria-labelledby="clock-title">
      <h2 id="clock-title">
        The service’s clock{' '}
        {clock && <Chip tone={clock.goes ? 'good' : 'plain'}>{clock.goes ? 'goes' : 'stands'}</Chip>}
      </h2>
      <p class="clock-time">
        {now === undefined ? '–' : <time dateTime={new Date(now).toISOString()}>{shownMoment(now)}</time>}
        <span class="soft clock-zone"> UTC</span>
      </p>
      <p class="soft small">
        {clock?.goes
          ? `It shows the system’s time${ahead > 1000 ? ` and ${shownSpan(ahead)} more` : ''}.`
          : 'Every write moves it on by a second, and nothing else but you.'}{' '}
        It never goes back; a reset does.
      </p>
      <div class="switch">
        {steps.map(([text, duration]) => (
          <Button key={duration} disabled={isBusy} onClick={() => void move(() => control.clock.advance(duration))}>
            {text}
          </Button>
        ))}
      </div>
      {error && <Failed error={error} />}
      <MoveForm />
    </section>
  )
}

import { useRef, useState } from 'preact/hooks'
import { Button, closeMenu, Menu } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { Select } from '../components/field.tsx'
import { ErrorMessage, Facts } from '../components/frame.tsx'
import { formatCount, formatInstant } from '../components/text.ts'
import { admin, client } from '../state/admin.ts'
import { useAction, useLoaded, useServiceNow } from '../state/hooks.ts'
import { countInLog } from '../state/request-list.ts'
import { showToast, useShared } from '../state/store.ts'
import { DeleteRequests, DownloadButton, Reset, Upload } from './state-file.tsx'

/** The address of the service. */
export const Address = () => (
  <p class="row address">
    <span class="mono" title={client.url}>
      {client.url}
    </span>
    <CopyButton text={client.url} what="address" />
  </p>
)

/** The keys, hidden until someone asks: people share their screens, and a key may be real. */
export function Keys() {
  const [isShown, setShown] = useState(false)
  const keys = Object.entries(useLoaded('info', () => admin.info()).value?.keys ?? {})
  return (
    <Menu title="Keys">
      {keys.map(([name, token]) => (
        <CopyButton key={name} text={token} what={`${name} key`} />
      ))}
      <Button onClick={() => setShown(!isShown)}>{isShown ? 'Hide keys' : 'Show keys'}</Button>
      {isShown && (
        <Facts of={Object.fromEntries(keys.map(([name, token]) => [name, <span class="mono">{token}</span>]))} />
      )}
    </Menu>
  )
}

/** The clock of the service, and what can be done with all its data. */
export function ServiceMenu() {
  const [asked, setAsked] = useState<'requests' | 'reset'>()
  const isEmpty = useShared(({ requests }) => requests === undefined || countInLog(requests) === 0)
  const [file, setFile] = useState<File>()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu title="Service">
        <Clock />
        <DownloadButton />
        <Button onClick={() => input.current?.click()}>Upload …</Button>
        <Button
          kind="danger"
          disabled={isEmpty}
          onClick={() => {
            closeMenu()
            setAsked('requests')
          }}
        >
          Delete all requests …
        </Button>
        <Button
          kind="danger"
          onClick={() => {
            closeMenu()
            setAsked('reset')
          }}
        >
          Reset …
        </Button>
      </Menu>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        tabIndex={-1}
        aria-label="State document"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          closeMenu()
          setFile(currentTarget.files?.[0])
          // Without this, choosing the same file again would not be a change.
          currentTarget.value = ''
        }}
      />
      {asked === 'requests' && <DeleteRequests onClose={() => setAsked(undefined)} />}
      {asked === 'reset' && <Reset onClose={() => setAsked(undefined)} />}
      {file && <Upload file={file} onClose={() => setFile(undefined)} />}
    </>
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
    <>
      <p class="clock small">
        <span class="muted">Clock</span>{' '}
        {now === undefined ? '–' : <time dateTime={new Date(now).toISOString()}>{formatInstant(now)}</time>} UTC
      </p>
      <p class="note">{isRunning ? 'The clock runs.' : 'The clock stands still. Each write moves it by a second.'}</p>
      <div class="row">
        <Select label="Advance the clock by" value={step} options={steps} onChange={setStep} />
        <Button disabled={isBusy} onClick={() => void run(() => advance(step))}>
          Advance
        </Button>
      </div>
      <ErrorMessage error={error} />
    </>
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

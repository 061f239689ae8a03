import type { MessageText } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { fieldOf } from '../../data/refusal.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty, Failed, Loading } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { shownMoment } from '../../text/time.ts'
import { MailKind } from './mail-kind.tsx'

interface MailDetailsProps {
  readonly number: string
  readonly onClose: () => void
}

/** A message as it is read. */
export function MailDetails({ number, onClose }: MailDetailsProps) {
  const revision = useLive((known) => known.revision)
  const { value, error, reload } = useLoaded(() => control.message(Number(number)), { of: number, on: [revision] })
  return (
    <Dialog kind="edge" title={value?.subject ?? `Message ${number}`} onClose={onClose}>
      {!value && !error && <Loading what="the message" />}
      {error && fieldOf(error) === 'message' && (
        <Empty title="The outbox does not have this message">It was not sent, or the service was reset since.</Empty>
      )}
      {error && fieldOf(error) !== 'message' && <Failed error={error} again={reload} />}
      {value && !error && <Message message={value} />}
    </Dialog>
  )
}

const ways = [
  ['text', 'Text'],
  ['source', 'HTML'],
  ['drawn', 'HTML, drawn'],
] as const

function Message({ message }: { readonly message: MessageText }) {
  const [way, show] = useState<(typeof ways)[number][0]>('text')
  const { name, to, kind, sent_at, event, text, html } = message
  return (
    <>
      <dl class="members mail-head">
        <dt>To</dt>
        <dd>
          {name} <span class="soft">{`<${to}>`}</span>
        </dd>
        <dt>Sent</dt>
        <dd>
          <time dateTime={sent_at}>{shownMoment(Date.parse(sent_at))}</time> <span class="soft">UTC</span>{' '}
          <MailKind kind={kind} />
        </dd>
        <dt>Event</dt>
        <dd>
          <a href={hrefOf(['events', event])}>Show the event</a> ·{' '}
          <a href={hrefOf(['time-and-mail'], { event })}>All its mail</a>
        </dd>
      </dl>
      <div class="switch">
        {ways.map(([each, title]) => (
          <Button key={each} pressed={way === each} onClick={() => show(each)}>
            {title}
          </Button>
        ))}
      </div>
      {way === 'text' && <p class="mail-text text">{text}</p>}
      {way === 'source' && <Code label="HTML" text={html} />}
      {way === 'drawn' && <iframe class="drawn mail-drawn" sandbox="" title="The message, drawn" srcdoc={html} />}
      <p class="soft small">The documents leave the wording open: it is made up out of the event as it is now.</p>
    </>
  )
}

import type { MessageRow, MessageText } from 'osdi-events/mock'
import { Code } from '../components/code.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Search, Select } from '../components/field.tsx'
import { Empty, LoadStatus, PageHeader, Tabs } from '../components/frame.tsx'
import { type Column, PagedTable } from '../components/table.tsx'
import { formatInstant } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { currentHref, hrefOf, navigate, replaceRoute } from '../state/route.ts'
import { useShared } from '../state/store.ts'
import { RequestsOf } from './requests-of.tsx'

const mailKinds = [
  ['', 'All mail'],
  ['autoresponse', 'Autoresponses'],
  ['reminder', 'Reminders'],
] as const

interface MailPageProps {
  /** Number of the message that a dialog shows, in one of its {@link forms}. */
  readonly open: string | undefined
  readonly form: string | undefined
  readonly query: URLSearchParams
}

/** All mail that the service would send. */
export function MailPage({ open, form, query }: MailPageProps) {
  const { search = '', kind = '', from = '' } = Object.fromEntries(query)
  const hrefWith = (changed: object, ...path: readonly string[]) =>
    hrefOf(['data', 'mail', ...path], { search, kind, ...changed })
  return (
    <>
      <PageHeader title="Mail">
        <Search label="Search mail" value={search} onSearch={(text) => replaceRoute(hrefWith({ search: text }))} />
        <Select
          label="Which mail"
          value={kind}
          options={mailKinds}
          onChange={(next) => replaceRoute(hrefWith({ kind: next }))}
        />
      </PageHeader>
      <MailTable query={{ search, ...(kind && { kind }) }} hrefFor={(number) => hrefWith({}, String(number))} />
      {open !== undefined && (
        <MessageDialog
          key={open}
          number={open}
          form={form}
          query={{ search, kind, from }}
          onClose={() => {
            // The close event comes late: the page may already show another view.
            if (currentHref().startsWith(hrefOf(['data', 'mail', open])))
              navigate(from.startsWith('#/') ? from : hrefWith({}))
          }}
        />
      )}
    </>
  )
}

type HrefFor = (number: number) => string

interface MailTableProps {
  readonly query: object
  readonly hrefFor: HrefFor
  /** Says why there is no mail. */
  readonly reason?: string | undefined
}

const whenMailIsSent =
  'Only events made in the user interface of the service send mail: an autoresponse to an accepted RSVP (with the assumption autoresponse "by trigger" only if the request asks for it), and a reminder a day before the event. Events made through the API send none.'

export const MailTable = ({ query, hrefFor, reason = whenMailIsSent }: MailTableProps) => (
  <PagedTable
    label="Mail"
    query={query}
    load={admin.messages}
    rowsOf={({ messages }) => messages}
    // Loads again when the clock moves, because the clock sends reminders.
    on={useShared((state) => state.clock)}
    columns={columnsFor(hrefFor)}
    empty={<Empty title="No mail">{reason}</Empty>}
  />
)

const columnsFor = (hrefFor: HrefFor): readonly Column<MessageRow>[] => [
  {
    name: 'title',
    title: 'Subject',
    cell: ({ number, subject }) => (
      <a class="row-link" href={hrefFor(number)} title={subject}>
        {subject}
      </a>
    ),
  },
  { name: 'to', title: 'To', cell: ({ to }) => <span title={to}>{to}</span> },
  { name: 'kind', title: 'Kind', cell: ({ kind }) => kind },
  { name: 'sent', title: 'Sent', cell: ({ sent_at }) => formatInstant(Date.parse(sent_at)).slice(0, 16) },
]

interface MessageDialogProps {
  readonly number: string
  readonly form: string | undefined
  readonly query: Readonly<Record<string, string>>
  readonly onClose: () => void
}

function MessageDialog({ number, form, query, onClose }: MessageDialogProps) {
  const message = useLoaded(number, () => admin.message(Number(number)))
  const { value } = message
  return (
    <Dialog title={value?.subject ?? `Message ${number}`} onClose={onClose}>
      <LoadStatus of={message} />
      {value && <Message message={value} form={form} query={query} />}
    </Dialog>
  )
}

const forms = { text: 'Text', html: 'HTML', source: 'Source' }

interface MessageProps extends Pick<MessageDialogProps, 'form' | 'query'> {
  readonly message: MessageText
}

/** A message as text, as HTML in a frame that runs and loads nothing, and as the source of the HTML. */
function Message({ message, form = 'text', query }: MessageProps) {
  const { number, name, to, kind, sent_at, event, person, text, html } = message
  return (
    <>
      <p class="row">
        <span>
          {name} <span class="muted">{`<${to}>`}</span>
        </span>
        <span>{kind}</span>
        <time class="muted" dateTime={sent_at}>
          {formatInstant(Date.parse(sent_at))} UTC
        </time>
        <a href={hrefOf(['data', 'events', event])}>Show the event</a>
        <RequestsOf id={`${event} ${person}`} />
      </p>
      <Tabs label="Message" at={['data', 'mail', String(number)]} query={query} current={form} tabs={forms} />
      {form === 'text' && (
        <p class="card text" dir="auto">
          {text}
        </p>
      )}
      {form === 'html' && <iframe class="mail-frame" sandbox="" title="The message as HTML" srcdoc={html} />}
      {form === 'source' && <Code label="HTML" text={html} />}
    </>
  )
}

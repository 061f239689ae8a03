import type { MessageRow, MessageText, OutboxMessage } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Chip } from '../components/button.tsx'
import { Code } from '../components/code.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Search, Select } from '../components/field.tsx'
import { Empty, LoadStatus, PageHeader } from '../components/frame.tsx'
import { TabList } from '../components/tab-list.tsx'
import { type Column, PagedTable } from '../components/table.tsx'
import { formatInstant } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { currentHref, hrefOf, navigate, replaceRoute } from '../state/route.ts'
import { useShared } from '../state/store.ts'

const kinds = [
  ['', 'All mail'],
  ['autoresponse', 'Autoresponses'],
  ['reminder', 'Reminders'],
] as const

/** All mail that the service would send. A dialog shows the message with the number `open`. */
export function MailPage({ open, query }: { readonly open: string | undefined; readonly query: URLSearchParams }) {
  const { search = '', kind = '' } = Object.fromEntries(query)
  const hrefWith = (changed: object, ...path: readonly string[]) =>
    hrefOf(['data', 'mail', ...path], { search, kind, ...changed })
  return (
    <>
      <PageHeader title="Mail">
        <Search label="Search mail" value={search} onSearch={(text) => replaceRoute(hrefWith({ search: text }))} />
        <Select
          label="Which mail"
          value={kind}
          options={kinds}
          onChange={(next) => replaceRoute(hrefWith({ kind: next }))}
        />
      </PageHeader>
      <MailTable query={{ search, ...(kind && { kind }) }} hrefFor={(number) => hrefWith({}, String(number))} />
      {open !== undefined && (
        <MessageDialog
          key={open}
          number={open}
          onClose={() => {
            // The close event comes late: the page may already show another view.
            if (currentHref() === hrefWith({}, open)) navigate(hrefWith({}))
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
  { name: 'kind', title: 'Kind', cell: ({ kind }) => <MailKind kind={kind} /> },
  { name: 'sent', title: 'Sent', cell: ({ sent_at }) => formatInstant(Date.parse(sent_at)).slice(0, 16) },
]

const MailKind = ({ kind }: Pick<OutboxMessage, 'kind'>) => (
  <Chip tone={kind === 'reminder' ? 'info' : 'good'}>{kind}</Chip>
)

function MessageDialog({ number, onClose }: { readonly number: string; readonly onClose: () => void }) {
  const message = useLoaded(number, () => admin.message(Number(number)))
  const { value } = message
  return (
    <Dialog title={value?.subject ?? `Message ${number}`} onClose={onClose}>
      <LoadStatus of={message} />
      {value && <Message message={value} />}
    </Dialog>
  )
}

const forms = ['Text', 'HTML', 'Source'] as const

/** A message as text, as HTML in a frame that runs and loads nothing, and as the source of the HTML. */
function Message({ message: { name, to, kind, sent_at, event, text, html } }: { readonly message: MessageText }) {
  const [form, setForm] = useState<(typeof forms)[number]>('Text')
  return (
    <>
      <p class="row">
        <span>
          {name} <span class="muted">{`<${to}>`}</span>
        </span>
        <MailKind kind={kind} />
        <time class="muted" dateTime={sent_at}>
          {formatInstant(Date.parse(sent_at))} UTC
        </time>
        <a href={hrefOf(['data', 'events', event])}>Show the event</a>
      </p>
      <TabList label="Message" tabs={forms} current={form} onSelect={setForm}>
        {form === 'Text' && (
          <p class="card text" dir="auto">
            {text}
          </p>
        )}
        {form === 'HTML' && <iframe class="mail-frame" sandbox="" title="The message as HTML" srcdoc={html} />}
        {form === 'Source' && <Code label="HTML" text={html} />}
      </TabList>
    </>
  )
}

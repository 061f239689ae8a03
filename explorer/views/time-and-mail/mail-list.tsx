import type { MessageRow } from 'osdi-events/mock'
import { useMemo } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { useRows } from '../../data/use-rows.ts'
import { Choice } from '../../parts/field.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Empty } from '../../parts/state.tsx'
import type { Column } from '../../parts/virtual-list.tsx'
import { hrefOf } from '../../routing/route.ts'
import { replaceRoute } from '../../routing/use-route.ts'
import { count } from '../../text/count.ts'
import { shownMoment } from '../../text/time.ts'
import { kindChoices, type MailFilter, queryOf } from './mail-filter.ts'
import { MailKind } from './mail-kind.tsx'

const columns: readonly Column[] = [{ title: 'Subject' }, { title: 'To' }, { title: 'Kind' }, { title: 'Sent' }]

/** The outbox as a mail catcher shows it. */
export function MailList({ filter, on }: { readonly filter: MailFilter; readonly on: readonly unknown[] }) {
  const { search, kind, event } = filter
  const name = JSON.stringify(queryOf(filter))
  const rows = useRows(
    async (page) => {
      const { total, messages } = await control.messages({
        search,
        ...(kind && { kind }),
        ...(event && { event }),
        ...page,
      })
      return { total, rows: messages }
    },
    { of: name, on },
  )
  const { total, isCurrent } = rows
  const isFiltered = search !== '' || kind !== undefined || event !== undefined
  const go = (changed: Partial<MailFilter>) =>
    replaceRoute(hrefOf(['time-and-mail'], queryOf({ ...filter, ...changed })))
  const cells = useMemo(() => cellsFor(filter), [name])
  return (
    <section class="outbox" aria-labelledby="outbox-title">
      <header class="head">
        <h2 id="outbox-title">Outbox</h2>
        <p class="note" role="status">
          {total !== undefined && isCurrent && count(total)}
        </p>
        <div class="acts">
          <SearchField label="Search mail" value={search} onSearch={(text) => go({ search: text })} />
          <Choice
            label="Which mail"
            bare
            value={kind ?? ''}
            choices={kindChoices}
            onChange={(value) => go({ kind: kindChoices.find(([each]) => each === value)?.[0] || undefined })}
          />
        </div>
      </header>
      {event !== undefined && (
        <p class="facts">
          Only that of <a href={hrefOf(['events', event])}>one event</a> ·{' '}
          <a href={hrefOf(['time-and-mail'], queryOf({ ...filter, event: undefined }))}>Show all</a>
        </p>
      )}
      <LongList
        label="Outbox"
        what="the outbox"
        kind="mails"
        columns={columns}
        cells={cells}
        none={
          <Empty title={isFiltered ? 'No mail fits' : 'No mail yet'}>
            {isFiltered
              ? 'Try less of a filter.'
              : 'An RSVP to an event of the user interface sends an autoresponse, which shows here at once; a reminder follows a day before the event.'}
          </Empty>
        }
        rows={rows}
      />
    </section>
  )
}

const cellsFor = (filter: MailFilter) => (message: MessageRow) => [
  <a class="row-link" href={hrefOf(['time-and-mail', String(message.number)], queryOf(filter))} title={message.subject}>
    {message.subject}
  </a>,
  <span title={message.to}>{message.to}</span>,
  <MailKind kind={message.kind} />,
  <time dateTime={message.sent_at}>{shownMoment(Date.parse(message.sent_at)).slice(0, 16)}</time>,
]

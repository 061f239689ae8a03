import type { EventColumn, EventRow } from 'osdi-events/mock'
import { Chip, FilterChip } from '../components/button.tsx'
import { Search } from '../components/field.tsx'
import { Empty, PageHeader } from '../components/frame.tsx'
import { type Column, PagedTable } from '../components/table.tsx'
import { formatDate, formatLocal, formatNumber } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf, replaceRoute } from '../state/route.ts'
import { NewEvent } from './event-forms.tsx'
import { WeekStrip } from './weeks.tsx'

/** The weeks, and below them all events. The user can search and sort the events. */
export function EventList({ query }: { readonly query: URLSearchParams }) {
  const { search = '', sort = '-created', ...filters } = Object.fromEntries(query)
  const hrefWith = (changed: Readonly<Record<string, string | undefined>>) =>
    hrefOf(['data', 'events'], { search, sort, ...filters, ...changed })
  const isFiltered = search !== '' || Object.keys(filters).length > 0
  return (
    <>
      <PageHeader title="Events">
        <Search label="Search events" value={search} onSearch={(text) => replaceRoute(hrefWith({ search: text }))} />
        <NewEvent />
      </PageHeader>
      <WeekStrip from={filters.from} hrefFor={(from, to) => hrefWith({ from, to, sort: from && 'start' })} />
      <ul class="row" aria-label="Only events">
        {Object.entries(filters).map(([name, value]) => (
          <li key={name}>
            <FilterChip name={name} href={hrefWith({ [name]: undefined })}>
              {name === 'person' ? (
                <Person id={value} />
              ) : name === 'campaign' ? (
                <Campaign id={value} />
              ) : (
                filterText(name, value)
              )}
            </FilterChip>
          </li>
        ))}
      </ul>
      <PagedTable
        label="Events"
        // Passes on unchecked filters from the address: the service says what is wrong with them.
        query={{ search, sort, ...filters }}
        load={admin.events}
        rowsOf={({ events }) => events}
        columns={columnsFor(sort, (next) => hrefWith({ sort: next }))}
        empty={
          <Empty title={isFiltered ? 'No matching events' : 'No events yet'}>
            {isFiltered
              ? 'Each word must appear in a title, campaign, place, origin or id.'
              : 'What your application creates shows here at once.'}
          </Empty>
        }
      />
    </>
  )
}

function Person({ id }: { readonly id: string }) {
  const { value } = useLoaded(id, () => admin.person(id))
  return <span>with an RSVP of {value ? `${value.given_name} ${value.family_name}` : id}</span>
}

function Campaign({ id }: { readonly id: string }) {
  const { value } = useLoaded(id, () => admin.campaign(id))
  return <span>in {value?.title ?? id}</span>
}

type EventState = Pick<EventRow, 'status' | 'hidden' | 'visibility'>

/** How an event differs from a confirmed event that everyone can see. */
export const EventChips = ({ status, hidden, visibility }: EventState) => (
  <>
    {status !== 'confirmed' && <Chip tone={status === 'cancelled' ? 'bad' : 'warn'}>{status}</Chip>}
    {hidden && <Chip>hidden</Chip>}
    {visibility === 'private' && <Chip>private</Chip>}
  </>
)

const filterText = (name: string, value: string): string =>
  name === 'from' || name === 'to' ? `${name} ${formatDate(value)}` : `${name}: ${value}`

/** Where a record comes from. */
export const originCell = ({ origin, via }: Pick<EventRow, 'origin' | 'via'>) => (
  <span title={origin}>
    <span class="muted">{via === 'api' ? 'API' : 'UI'}</span> {origin}
  </span>
)

export const eventColumns: readonly (Column<EventRow> & { readonly name: EventColumn })[] = [
  {
    name: 'title',
    title: 'Title',
    cell: ({ id, title, ...event }) => (
      <span class="titled">
        <a class="row-link" href={hrefOf(['data', 'events', id])} title={title}>
          {title}
        </a>
        <EventChips {...event} />
      </span>
    ),
  },
  {
    name: 'campaign',
    title: 'Campaign',
    has: ({ campaign }) => campaign !== undefined,
    cell: ({ campaign }) => campaign?.title,
  },
  {
    name: 'start',
    title: 'Start (local)',
    cell: ({ start = '', past }) => (
      <>
        <time dateTime={start}>{formatLocal(start)}</time> {past && <Chip>past</Chip>}
      </>
    ),
  },
  { name: 'place', title: 'Place', has: ({ place }) => place !== '', cell: ({ place }) => place },
  { name: 'rsvps', title: 'RSVPs', cell: ({ rsvps }) => formatNumber(rsvps) },
  {
    name: 'origin',
    title: 'Origin',
    cell: originCell,
  },
]

/** The events that a query selects, the newest first. */
export const EventTable = ({ query, columns = eventColumns }: EventTableProps) => (
  <PagedTable
    label="Events"
    query={query}
    load={admin.events}
    rowsOf={({ events }) => events}
    columns={columns}
    empty={<Empty title="No events">What your application creates shows here at once.</Empty>}
  />
)

interface EventTableProps {
  readonly query: object
  readonly columns?: readonly Column<EventRow>[]
}

/** Columns whose headings sort the list. A second click reverses the order. RSVPs begin with the highest number. */
const columnsFor = (sort: string, hrefFor: (sort: string) => string): readonly Column<EventRow>[] =>
  eventColumns.map(({ title, ...column }) => {
    const { name } = column
    const [first, second] = name === 'rsvps' ? [`-${name}`, name] : [name, `-${name}`]
    return {
      ...column,
      sort: sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined,
      title: (
        <a class="sort" href={hrefFor(sort === first ? second : first)}>
          {title} {sort === name ? '↑' : sort === `-${name}` && '↓'}
        </a>
      ),
    }
  })

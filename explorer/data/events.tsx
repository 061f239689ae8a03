import type { EventColumn, EventRow } from 'osdi-events/mock'
import { Chip } from '../parts/button.tsx'
import { Search } from '../parts/field.tsx'
import { Empty, Head } from '../parts/frame.tsx'
import { type Column, PagedTable } from '../parts/table.tsx'
import { count, shownDate, shownLocal } from '../parts/text.ts'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf, replaceRoute } from '../state/route.ts'
import { NewEvent } from './event-forms.tsx'
import { WeekStrip } from './weeks.tsx'

/** All events, to be searched and sorted, below the weeks in which they take place. */
export function EventList({ query }: { readonly query: URLSearchParams }) {
  const { search = '', sort = '-created', ...filters } = Object.fromEntries(query)
  const at = (changed: Readonly<Record<string, string | undefined>>) =>
    hrefOf(['data', 'events'], { search, sort, ...filters, ...changed })
  const isNarrowed = search !== '' || Object.keys(filters).length > 0
  return (
    <>
      <Head title="Events">
        <Search label="Search events" value={search} onSearch={(text) => replaceRoute(at({ search: text }))} />
        <NewEvent />
      </Head>
      <WeekStrip from={filters.from} hrefFor={(from, to) => at({ from, to, sort: from && 'start' })} />
      <ul class="row" aria-label="Only events">
        {Object.entries(filters).map(([name, value]) => (
          <li key={name}>
            <a class="chip info" href={at({ [name]: undefined })}>
              {name === 'person' ? <Person id={value} /> : inWords(name, value)}
              <span aria-hidden="true"> ×</span> <span class="unseen">Take away the filter {name}</span>
            </a>
          </li>
        ))}
      </ul>
      <PagedTable
        label="Events"
        // What the address says wrongly, the service refuses in words.
        query={{ search, sort, ...filters }}
        load={admin.events}
        rowsOf={({ events }) => events}
        columns={columnsFor(sort, (next) => at({ sort: next }))}
        none={
          <Empty title={isNarrowed ? 'No event fits' : 'No events yet'}>
            {isNarrowed
              ? 'Every word has to stand in a title, campaign, place, origin or id.'
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

const inWords = (name: string, value: string): string =>
  name === 'from' || name === 'to' ? `${name} ${shownDate(value)}` : `${name}: ${value}`

/** What each column shows of an event. */
export const eventColumns: readonly (Column<EventRow> & { readonly name: EventColumn })[] = [
  {
    name: 'title',
    title: 'Title',
    cell: ({ id, title }) => (
      <a class="row-link" href={hrefOf(['data', 'events', id])} title={title}>
        {title}
      </a>
    ),
  },
  { name: 'campaign', title: 'Campaign', cell: ({ campaign }) => campaign?.title },
  { name: 'start', title: 'Start', cell: ({ start = '' }) => <time dateTime={start}>{shownLocal(start)}</time> },
  { name: 'place', title: 'Place', cell: ({ place }) => place },
  { name: 'rsvps', title: 'RSVPs', cell: ({ rsvps }) => count(rsvps) },
  {
    name: 'origin',
    title: 'Origin',
    cell: ({ origin, via }) => (
      <span title={origin}>
        <Chip tone={via === 'api' ? 'info' : 'plain'}>{via === 'api' ? 'API' : 'UI'}</Chip> {origin}
      </span>
    ),
  },
]

/** Columns whose headings sort by them, a second time the other way round; numbers begin with the largest. */
const columnsFor = (sort: string, hrefFor: (sort: string) => string): readonly Column<EventRow>[] =>
  eventColumns.map(({ name, title, cell }) => {
    const [first, second] = name === 'rsvps' ? [`-${name}`, name] : [name, `-${name}`]
    return {
      name,
      cell,
      sort: sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined,
      title: (
        <a class="sort" href={hrefFor(sort === first ? second : first)}>
          {title} {sort === name ? '↑' : sort === `-${name}` && '↓'}
        </a>
      ),
    }
  })

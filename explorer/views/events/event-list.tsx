import type { EventQuery, EventRow } from 'osdi-events/mock'
import { useEffect } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useRows } from '../../data/use-rows.ts'
import { Chip } from '../../parts/chip.tsx'
import { Choice } from '../../parts/field.tsx'
import { Head } from '../../parts/head.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Empty } from '../../parts/state.tsx'
import type { Column } from '../../parts/virtual-list.tsx'
import { hrefOf } from '../../routing/route.ts'
import { replaceRoute } from '../../routing/use-route.ts'
import { count } from '../../text/count.ts'
import { shownLocal } from '../../text/time.ts'
import { columns, isSort, type Sort, sortChoices, turned } from './columns.ts'
import { FilterList } from './filter-list.tsx'
import { asked, type Filters, filtersIn, startChoices } from './filters.ts'
import { NewEvent } from './new-event.tsx'

/** All events, to be searched and sorted. */
export function EventList({ query }: { readonly query: URLSearchParams }) {
  const search = query.get('search') ?? ''
  const given = query.get('sort') ?? ''
  const sort: Sort = isSort(given) ? given : '-created'
  const filters = filtersIn(query)
  const isNarrowed = Object.keys(filters).length > 0
  const revision = useLive((known) => known.revision)
  const rows = useRows(
    async (page) => {
      const { total, events } = await control.events({ search, sort, ...asked(filters), ...page })
      return { total, rows: events }
    },
    { of: JSON.stringify([search, sort, filters]), on: [revision] },
  )
  const { total, isCurrent } = rows
  const at = (
    changed: Pick<EventQuery, 'search' | 'sort'> | { readonly [Name in keyof Filters]?: string | undefined },
  ) => hrefOf(['events'], { search, ...(sort !== '-created' && { sort }), ...filters, ...changed })
  // For whoever measures how soon the list is there.
  useEffect(() => {
    if (total !== undefined) performance.mark('events shown')
  }, [total === undefined])
  return (
    <>
      <Head
        title="Events"
        note={
          total !== undefined && <Count total={isCurrent ? total : undefined} search={search !== '' || isNarrowed} />
        }
      >
        <SearchField label="Search events" value={search} onSearch={(text) => replaceRoute(at({ search: text }))} />
        <Choice
          label="Which events"
          bare
          value={filters.dated ?? ''}
          choices={startChoices}
          onChange={(dated) => replaceRoute(at({ dated }))}
        />
        <div class="narrow-only">
          <Choice
            label="Sort by"
            bare
            value={sort}
            choices={sortChoices}
            onChange={(value) => replaceRoute(at({ sort: value as Sort }))}
          />
        </div>
        <NewEvent />
      </Head>
      {isNarrowed && (
        <FilterList
          filters={filters}
          without={(...names) => at(Object.fromEntries(names.map((name) => [name, undefined])))}
        />
      )}
      <LongList
        label="Events"
        what="the events"
        kind="events"
        columns={columnsFor(sort, (next) => at({ sort: next }))}
        cells={cellsOf}
        none={
          <Empty title={search || isNarrowed ? 'No event fits' : 'No events yet'}>
            {isNarrowed
              ? 'The list is narrowed down.'
              : search
                ? 'Every word has to stand in a title, campaign, place, origin or id.'
                : 'What your application creates shows here at once.'}
          </Empty>
        }
        rows={rows}
      />
    </>
  )
}

/** How many there are, or how many of them fit. */
const Count = ({ total, search }: { readonly total: number | undefined; readonly search: boolean }) => (
  <span role="status">{total === undefined ? 'Looking …' : `${count(total)}${search ? ' found' : ''}`}</span>
)

const columnsFor = (sort: Sort, hrefFor: (sort: Sort) => string): readonly Column[] =>
  columns.map(({ name, title, numeric }) => ({
    ...(numeric && { numeric }),
    ...(sort.endsWith(name) && { sort: sort.startsWith('-') ? 'descending' : 'ascending' }),
    title: (
      <a class="sort" href={hrefFor(turned(sort, name))}>
        {title}
      </a>
    ),
  }))

const cellsOf = (event: EventRow) => [
  <a class="row-link" href={hrefOf(['events', event.id])} title={event.title}>
    {event.title}
  </a>,
  event.campaign?.title,
  event.start !== undefined && <time dateTime={event.start}>{shownLocal(event.start)}</time>,
  event.place,
  count(event.rsvps),
  <span title={event.origin}>
    <Chip tone={event.via === 'api' ? 'info' : 'plain'}>{event.via === 'api' ? 'API' : 'UI'}</Chip> {event.origin}
  </span>,
]

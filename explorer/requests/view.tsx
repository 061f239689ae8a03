import type { RequestRow } from 'osdi-events/mock'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Search, Select } from '../components/field.tsx'
import { Empty, ErrorMessage, Loading, PageHeader } from '../components/frame.tsx'
import { patternOf, wordsIn } from '../components/marked.tsx'
import { Pager, Table, usePage } from '../components/table.tsx'
import { formatNumber } from '../components/text.ts'
import { Waiting } from '../components/waiting.tsx'
import { admin } from '../state/admin.ts'
import { type Loaded, useLoaded } from '../state/hooks.ts'
import { elementById } from '../state/page.ts'
import { countInLog, maxRows, type RequestList } from '../state/request-list.ts'
import { hrefOf, navigate, type Route, replaceRoute, useKept, type View } from '../state/route.ts'
import { useShared } from '../state/store.ts'
import { RequestDetails } from './details.tsx'
import { columnsFor, kinds, matches, usualKeyOf } from './list.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { Older, OlderMatches } from './older.tsx'

const perPage = 100

function Requests({ route }: { readonly route: Route }) {
  const list = useShared((state) => state.requests)
  const [text] = useKept('search')
  const [kind, setKind] = useKept('kind', 'All requests')
  const fault = route.query.get('fault') ?? undefined
  const [current, setPage] = usePage(JSON.stringify([text, kind, fault]))
  const search = useSearch(text, list)
  const all = list?.rows ?? []
  const matching = (search.value?.rows ?? all).filter(matches({ kind, fault })).toReversed()
  // The current page may no longer exist, because a cleared log has fewer pages.
  const page = Math.max(1, Math.min(current, Math.ceil(matching.length / perPage)))
  const rows = matching.slice((page - 1) * perPage, page * perPage)
  const searched = list && search.value ? countInLog(list) : all.length
  const usualKey = usualKeyOf(rows)
  const count = [
    ...(matching.length < searched ? [`${formatNumber(matching.length)} of ${formatNumber(searched)}`] : []),
    ...(usualKey === undefined ? [] : [`Key: ${usualKey}`]),
  ].join(' · ')
  const note = search.isCurrent || search.error ? count : 'Searching …'
  const [, open] = route.path
  const kept = Object.fromEntries(route.query)
  // Another search is not about that record.
  const setText = (typed: string) => replaceRoute(hrefOf(route.path, { ...kept, search: typed, of: '' }))
  const hrefFor = (number: number) => hrefOf(['requests', String(number)], kept)
  useFocusReturn(open)
  useRowInView(open, list !== undefined)
  useCloseAfterReset(open, list)
  return (
    <>
      <PageHeader title="Requests" note={note}>
        <Search label="Search requests" value={text} onSearch={setText} />
        <Select label="Which requests" value={kind} options={Object.keys(kinds)} onChange={setKind} />
      </PageHeader>
      <ErrorMessage error={search.error} retry={search.reload} />
      <Waiting>
        <a href={hrefOf(['faults'])}>Show the faults</a>
      </Waiting>
      {kept.of !== undefined && (
        <p class="row">
          <span class="text">
            Requests of <strong dir="auto">{kept.of}</strong>
          </span>
          <a href={hrefOf(['requests'])}>Show all</a>
        </p>
      )}
      {fault !== undefined && (
        <p class="row">
          Only those that {fault} matched · <a href={hrefOf(['requests'])}>Show all</a>
        </p>
      )}
      {list ? (
        <div class={open === undefined ? 'panes' : 'panes split'}>
          <div class="pane-list">
            {search.value ? <OlderMatches list={list} of={search.value} /> : <Older list={list} />}
            {rows.length > 0 && (
              <Table label="Requests" columns={columnsFor(hrefFor, usualKey)} rows={rows} open={open} />
            )}
            {rows.length === 0 && all.length === 0 && <NothingYet />}
            {rows.length === 0 && all.length > 0 && (
              <Empty title="No request fits">
                {search.value
                  ? 'Each word must appear in an address, a status or a body. Words such as method:PUT, status:404 and path:attendances search only that part.' +
                    (kind === 'All requests' ? '' : ` Only these requests are searched: ${kind}.`)
                  : 'No request in the list is of this kind.'}
              </Empty>
            )}
            <Pager page={page} perPage={perPage} total={matching.length} onPage={setPage} />
          </div>
          {open !== undefined && (
            <RequestDetails
              key={open}
              row={all.find(({ number }) => String(number) === open)}
              number={open}
              pattern={patternOf(wordsIn(text))}
              onClose={() => {
                navigate(hrefOf(['requests'], kept))
              }}
            />
          )}
        </div>
      ) : (
        <Loading />
      )}
    </>
  )
}

interface Matches {
  /** Matching requests, oldest first. */
  readonly rows: readonly RequestRow[]
  /** Number of matches in the log. */
  readonly total: number
}

/**
 * Requests of the log that contain every word of a text. The service searches them, because the page does not have their bodies. The value
 * is undefined without a text.
 */
function useSearch(text: string, list: RequestList | undefined): Loaded<Matches | undefined> {
  const search = text.trim()
  const load = async () => {
    if (search === '') return undefined
    const { requests, total } = await admin.requestRows({ search, per_page: maxRows })
    return { rows: requests.toReversed(), total }
  }
  const loaded = useLoaded(search, load, search && `${list?.last} ${list?.cleared}`)
  // Without a text, the whole list shows at once, even if a search is still running.
  return search === '' ? { ...loaded, value: undefined, isCurrent: true, error: undefined } : loaded
}

/** When a request is closed, moves the focus back to its row, unless another request has opened. */
function useFocusReturn(open: string | undefined): void {
  const last = useRef(open)
  useLayoutEffect(() => {
    if (open === undefined && last.current !== undefined) elementById(`request-${last.current}`)?.focus()
    last.current = open
  }, [open])
}

/** Scrolls the list to the open request, if the request is out of sight. The list stays as it is when one of its rows is opened. */
function useRowInView(open: string | undefined, isLoaded: boolean): void {
  useLayoutEffect(() => {
    const row = open === undefined ? null : elementById(`request-${open}`)?.closest('tr')
    const list = row?.closest('.pane-list')?.getBoundingClientRect()
    const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {}
    if (list && (bottom <= list.top || top >= list.bottom)) row?.scrollIntoView({ block: 'nearest' })
  }, [open, isLoaded])
}

/** After a reset or restore, closes a request that the new log does not have. */
function useCloseAfterReset(open: string | undefined, list: RequestList | undefined): void {
  const session = useShared((state) => state.session)
  const before = useRef(session)
  useLayoutEffect(() => {
    const isOther = before.current > 0 && before.current !== session
    before.current = session
    if (isOther && list && Number(open) > list.last) navigate(hrefOf(['requests']))
  }, [session])
}

export const requestsView: View = { name: 'requests', title: 'Requests', Page: Requests }

import type { RequestRow } from 'osdi-events/mock'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Search, Select } from '../components/field.tsx'
import { Empty, ErrorMessage, Loading, PageHeader } from '../components/frame.tsx'
import { patternOf, wordsIn } from '../components/marked.tsx'
import { Pager, Table, usePage } from '../components/table.tsx'
import { formatNumber } from '../components/text.ts'
import { SandboxNote } from '../shell/sandboxes.tsx'
import { admin } from '../state/admin.ts'
import { type Loaded, useAction, useLoaded } from '../state/hooks.ts'
import { elementById } from '../state/page.ts'
import { countInLog, maxRows, type RequestList } from '../state/request-list.ts'
import { hrefOf, navigate, type Route, useKept, type View } from '../state/route.ts'
import { useShared } from '../state/store.ts'
import { RequestDetails } from './details.tsx'
import { columnsFor, kinds, matches } from './list.tsx'
import { Older, OlderMatches } from './older.tsx'

const perPage = 100

function Requests({ route }: { readonly route: Route }) {
  const list = useShared((state) => state.requests)
  const [text, setText] = useKept('search')
  const [kind, setKind] = useKept('kind', 'All requests')
  const { error, isBusy, run } = useAction()
  const fault = route.query.get('fault') ?? undefined
  const [current, setPage] = usePage(JSON.stringify([text, kind, fault]))
  const search = useSearch(text, list)
  const all = list?.rows ?? []
  const matching = (search.value?.rows ?? all).filter(matches({ kind, fault })).toReversed()
  // The current page may no longer exist, because a cleared log has fewer pages.
  const page = Math.max(1, Math.min(current, Math.ceil(matching.length / perPage)))
  const rows = matching.slice((page - 1) * perPage, page * perPage)
  const searched = list && search.value ? countInLog(list) : all.length
  const count = matching.length < searched && `${formatNumber(matching.length)} of ${formatNumber(searched)}`
  const note = search.isCurrent || search.error ? count : 'Searching …'
  const [, open] = route.path
  const kept = Object.fromEntries(route.query)
  const hrefFor = (number: number) => hrefOf(['requests', String(number)], kept)
  useFocusReturn(open)
  useCloseAfterReset(open, list)
  return (
    <>
      <PageHeader title="Requests" note={note}>
        <Search label="Search requests" value={text} onSearch={setText} />
        <Select label="Which requests" value={kind} options={Object.keys(kinds)} onChange={setKind} />
        <Button disabled={isBusy || all.length === 0} onClick={() => void run(admin.clearRequests)}>
          Clear
        </Button>
      </PageHeader>
      <ErrorMessage error={error} />
      <ErrorMessage error={search.error} retry={search.reload} />
      {fault !== undefined && (
        <p class="row">
          Only those that {fault} matched · <a href={hrefOf(['requests'])}>Show all</a>
        </p>
      )}
      {list ? (
        <div class={open === undefined ? 'panes' : 'panes split'}>
          <div class="pane-list">
            {search.value ? <OlderMatches list={list} of={search.value} /> : <Older list={list} />}
            {rows.length > 0 ? (
              <Table label="Requests" columns={columnsFor(hrefFor)} rows={rows} open={open} />
            ) : (
              <Empty title={all.length > 0 ? 'No request fits' : 'No requests yet'}>
                {all.length > 0
                  ? search.value
                    ? 'Each word must appear in an address, a status or a body. Words such as method:PUT, status:404 and path:attendances search only that part.' +
                      (kind === 'All requests' ? '' : ` Only these requests are searched: ${kind}.`)
                    : 'No request in the list is of this kind.'
                  : 'What your application sends to the address above shows here at once. '}
                {all.length === 0 && <SandboxNote />}
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

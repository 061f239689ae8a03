import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Choice, Search } from '../parts/field.tsx'
import { Empty, Failed, Head, Loading } from '../parts/frame.tsx'
import { Pager, Table, usePage } from '../parts/table.tsx'
import { count } from '../parts/text.ts'
import { admin } from '../state/admin.ts'
import { useAct } from '../state/hooks.ts'
import { hrefOf, type Route, type View } from '../state/route.ts'
import { useShared } from '../state/store.ts'
import { RequestDetails } from './details.tsx'
import { columnsFor, isWanted, kinds } from './list.tsx'

const perPage = 100

function Requests({ route }: { readonly route: Route }) {
  const log = useShared((state) => state.requests)
  const all = log ?? []
  const [text, search] = useState('')
  const [kind, choose] = useState('All requests')
  const { error, isBusy, run } = useAct()
  const fault = route.query.get('fault') ?? undefined
  const [turned, turn] = usePage(JSON.stringify([text, kind, fault]))
  const wanted = all.filter((request) => isWanted(request, { text, kind, fault })).toReversed()
  // A log that was cleared has fewer pages.
  const page = Math.max(1, Math.min(turned, Math.ceil(wanted.length / perPage)))
  const shown = wanted.slice((page - 1) * perPage, page * perPage)
  const [, open] = route.path
  const hrefFor = (number: number) => hrefOf(['requests', String(number)], { fault })
  useReturningFocus(open)
  return (
    <>
      <Head title="Requests" note={wanted.length < all.length && `${count(wanted.length)} of ${count(all.length)}`}>
        <Search label="Search requests" value={text} onSearch={search} />
        <Choice label="Which requests" value={kind} choices={Object.keys(kinds)} onChange={choose} />
        <Button disabled={isBusy || all.length === 0} onClick={() => void run(admin.clearRequests)}>
          Clear
        </Button>
      </Head>
      <Failed error={error} />
      {fault !== undefined && (
        <p class="row">
          Only those that {fault} matched · <a href={hrefOf(['requests'])}>Show all</a>
        </p>
      )}
      {log ? (
        <div class={open === undefined ? 'panes' : 'panes split'}>
          <div class="pane-list">
            {shown.length > 0 ? (
              <Table label="Requests" columns={columnsFor(hrefFor)} rows={shown} open={open} />
            ) : (
              <Empty title={all.length > 0 ? 'No request fits' : 'No requests yet'}>
                What your application sends to the address above shows here at once.
              </Empty>
            )}
            <Pager page={page} perPage={perPage} total={wanted.length} onPage={turn} />
          </div>
          {open !== undefined && (
            <RequestDetails
              key={open}
              request={all.find(({ number }) => String(number) === open)}
              number={open}
              onClose={() => {
                location.hash = hrefOf(['requests'], { fault })
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

/** Leads the focus back to the row of the request that was open, once it is closed. */
function useReturningFocus(open: string | undefined): void {
  const last = useRef(open)
  useLayoutEffect(() => {
    if (open === undefined && last.current !== undefined) document.getElementById(`request-${last.current}`)?.focus()
    last.current = open
  }, [open])
}

/** The request log, as it happens. */
export const requestsView: View = { name: 'requests', title: 'Requests', Page: Requests }

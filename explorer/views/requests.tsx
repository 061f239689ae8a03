import type { RequestLogEntry } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { control } from '../data/control.ts'
import { useLive } from '../data/live.ts'
import { Button } from '../parts/button.tsx'
import { Choice, TextField } from '../parts/field.tsx'
import { Head } from '../parts/head.tsx'
import { Empty } from '../parts/state.tsx'
import { hrefOf, type Route } from '../routing/route.ts'
import { count } from '../text/count.ts'
import { isWanted, type Kind, kinds } from './requests/filter.ts'
import { RequestDetails } from './requests/request-details.tsx'
import { RequestList } from './requests/request-list.tsx'
import type { View } from './view.ts'

function Requests({ route }: { readonly route: Route }) {
  const all = useLive((known) => known.requests)
  const [text, type] = useState('')
  const [kind, choose] = useState<Kind>('all')
  const rule = route.query.get('rule') ?? undefined
  const struck = rule === undefined ? all : all.filter(({ rules }) => rules?.includes(rule))
  const shown = struck.filter((request) => isWanted(request, text, kind))
  const open = route.path[1]
  return (
    <>
      <Head title="Requests" note={<Note all={all} shown={shown} />}>
        <TextField
          label="Filter requests"
          bare
          type="search"
          placeholder="Method, path, status …"
          value={text}
          onInput={type}
        />
        <Choice label="Which requests" bare value={kind} choices={kinds} onChange={(value) => choose(value as Kind)} />
        <Button disabled={all.length === 0} onClick={() => void control.clearRequests()}>
          Clear
        </Button>
      </Head>
      {rule !== undefined && (
        <p class="facts">
          Only those that <a href={hrefOf(['faults', rule])}>{rule}</a> struck ·{' '}
          <a href={hrefOf(['requests'])}>Show all</a>
        </p>
      )}
      {shown.length > 0 ? (
        <RequestList requests={shown} rule={rule} />
      ) : (
        <Empty title={all.length > 0 ? 'No request fits' : 'No requests yet'}>
          {all.length > 0
            ? 'Try less of a filter.'
            : 'What your application sends shows here at once. The admin API and this page are not in the request log.'}
        </Empty>
      )}
      {open !== undefined && (
        <RequestDetails
          key={open}
          request={all.find(({ number }) => String(number) === open)}
          number={open}
          onClose={() => leave(open, rule)}
        />
      )}
    </>
  )
}

/** Goes back to the list, unless the page has gone elsewhere meanwhile: a dialog says a little late that it was closed. */
function leave(open: string, rule: string | undefined): void {
  if (location.hash === hrefOf(['requests', open], { rule })) location.hash = hrefOf(['requests'], { rule })
}

const Note = ({
  all,
  shown,
}: {
  readonly all: readonly RequestLogEntry[]
  readonly shown: readonly RequestLogEntry[]
}) => <>{shown.length === all.length ? count(all.length) : `${shown.length} of ${all.length}`}</>

/** The request log, as it happens. */
export const requestsView: View = {
  name: 'requests',
  title: 'Requests',
  icon: 'M2.5 5h9m0 0L9 2.5M11.5 5 9 7.5M13.5 11h-9m0 0L7 8.5M4.5 11 7 13.5',
  Page: Requests,
}

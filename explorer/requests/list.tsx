import type { RequestRow } from 'osdi-events/mock'
import { Fragment } from 'preact'
import { Chip, StatusChip } from '../components/button.tsx'
import type { Column } from '../components/table.tsx'
import { formatDuration, searchOf } from '../components/text.ts'
import { nameOfRecord, reasonFor } from './reason.ts'

/** The kinds of requests that the user can list, by the text of the choice. */
export const kinds: Readonly<Record<string, (request: RequestRow) => boolean>> = {
  'All requests': () => true,
  Writes: ({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method),
  Failed: ({ status }) => status === undefined || status >= 400,
  'Matched a fault': ({ fault }) => fault !== undefined,
}

/** A function that tests whether a request is of a kind and, if the id of a fault is given, whether the fault matched the request. */
export const matches = ({ kind, fault }: { readonly kind: string; readonly fault: string | undefined }) => {
  return (request: RequestRow): boolean =>
    kinds[kind]?.(request) === true && (fault === undefined || request.faultIds?.includes(fault) === true)
}

export const columnsFor = (hrefFor: (number: number) => string): readonly Column<RequestRow>[] => [
  { name: 'time', title: 'Time', cell: ({ at }) => <time dateTime={at}>{at.slice(11, 19)}</time> },
  { name: 'method', title: 'Method', cell: ({ method }) => <span class="mono">{method}</span> },
  {
    name: 'path',
    title: 'Path',
    cell: (request) => (
      <>
        <a
          class="row-link mono"
          id={`request-${request.number}`}
          href={hrefFor(request.number)}
          title={request.url}
          aria-label={request.path + searchOf(request.url)}
        >
          <ShortPath path={request.path} />
          {searchOf(request.url)}
        </a>
        <span class="row-facts">{factsOf(request)}</span>
        {request.stored && <p class="muted small stored">{nameOfRecord(request.stored)}</p>}
        <RowReason request={request} />
      </>
    ),
  },
  { name: 'operation', title: 'Operation', cell: ({ operation }) => operation },
  {
    name: 'key',
    title: 'Key',
    cell: (row) =>
      row.key ? (
        <span title={row.key.title}>{row.key.title}</span>
      ) : (
        <span class="muted">{row.unknownKey ? 'unknown key' : 'no key'}</span>
      ),
  },
  {
    name: 'matched',
    title: 'Fault',
    cell: ({ fault }) => fault !== undefined && <Chip tone="warn">{fault}</Chip>,
  },
  { name: 'took', title: 'Took', cell: ({ duration }) => formatDuration(duration) },
  { name: 'status', title: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
]

/** A path of which a style shortens each long id, so that the end of the path has room. */
const ShortPath = ({ path }: Pick<RequestRow, 'path'>) =>
  path.split('/').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && '/'}
      {/^[\da-f-]{20,}$/i.test(part) ? <span class="long-id">{part}</span> : part}
    </Fragment>
  ))

/** Stands under the address where the columns for these facts have no room. */
const factsOf = (row: RequestRow): string =>
  `${row.at.slice(0, 10)} ${row.at.slice(11, 19)} · ${formatDuration(row.duration)} · ${keyWords(row)}`

/** Whose key a request had. */
export const keyWords = ({ key, unknownKey }: RequestRow): string =>
  key ? `key of ${key.title}` : unknownKey ? 'unknown key' : 'no key'

/** Why a request failed, or what of the request the service ignored. */
function RowReason({ request }: { readonly request: RequestRow }) {
  const reason = reasonFor(request)
  if (!reason) return null
  const { kind, text, clause } = reason
  return (
    <p class={`reason ${kind}`} title={text}>
      {text} {clause !== undefined && <span class="muted clause">{clause}</span>}
    </p>
  )
}

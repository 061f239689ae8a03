import type { RequestRow } from 'osdi-events/mock'
import { Fragment } from 'preact'
import { StatusChip } from '../components/button.tsx'
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

/** Whose key most requests have, in words; rather a key than none. Undefined without requests. */
export function usualKeyOf(rows: readonly RequestRow[]): string | undefined {
  const counts = new Map<string, number>()
  for (const row of rows.toSorted((one, other) => Number(!one.key) - Number(!other.key)))
    counts.set(keyWords(row), (counts.get(keyWords(row)) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** The columns of requests. Only those with another key than the usual one say whose key they had. */
export const columnsFor = (
  hrefFor: (number: number) => string,
  usualKey: string | undefined,
): readonly Column<RequestRow>[] => [
  { name: 'no', title: 'No.', cell: ({ number }) => <span class="muted small">{number}</span> },
  { name: 'status', title: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
  {
    name: 'path',
    title: 'Request',
    cell: (request) => (
      <>
        <p class="request-line">
          <span class="mono method">{request.method}</span>
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
          {request.stored && <span class="muted small">{nameOfRecord(request.stored)}</span>}
        </p>
        <p class="row-facts">{factsOf(request, usualKey)}</p>
        <RowReason request={request} />
      </>
    ),
  },
  {
    name: 'key',
    title: 'Key',
    has: (row) => keyWords(row) !== usualKey,
    cell: (row) => keyWords(row) !== usualKey && <span title={keyWords(row)}>{keyWords(row)}</span>,
  },
  { name: 'took', title: 'Took', cell: ({ duration }) => formatDuration(duration) },
  { name: 'time', title: 'Time', cell: ({ at }) => <time dateTime={at}>{at.slice(11, 19)}</time> },
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
const factsOf = (row: RequestRow, usualKey: string | undefined): string =>
  [
    `No. ${row.number}`,
    row.at.slice(11, 19),
    formatDuration(row.duration),
    ...(keyWords(row) === usualKey ? [] : [keyWords(row)]),
  ].join(' · ')

/** Whose key a request had. */
export const keyWords = ({ key, unknownKey }: RequestRow): string =>
  key ? key.title : unknownKey ? 'unknown key' : 'no key'

/** Why a request failed, or what of the request the service ignored. */
function RowReason({ request }: { readonly request: RequestRow }) {
  const reason = reasonFor(request)
  if (!reason) return null
  const { kind, text, clause } = reason
  return (
    <p class={`reason ${kind}`} title={text}>
      {text} {clause !== undefined && <span class="muted">{clause}</span>}
    </p>
  )
}

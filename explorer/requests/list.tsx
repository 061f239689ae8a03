import type { RequestLogEntry } from 'osdi-events/mock'
import { Chip, StatusChip } from '../components/button.tsx'
import type { Column } from '../components/table.tsx'
import { formatJson, searchOf } from '../components/text.ts'

/** What can be listed, by the text of the choice. */
export const kinds: Readonly<Record<string, (request: RequestLogEntry) => boolean>> = {
  'All requests': () => true,
  Writes: ({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method),
  Failed: ({ status }) => status === undefined || status >= 400,
  'Matched a fault': ({ fault }) => fault !== undefined,
}

interface Filter {
  readonly text: string
  readonly kind: string
  /** Id of a fault that matched the request. */
  readonly fault: string | undefined
}

/** Whether a request is of the kind, was matched by the fault, and contains each word of the text. */
export function matches(request: RequestLogEntry, { text, kind, fault }: Filter): boolean {
  if (!kinds[kind]?.(request) || (fault !== undefined && !request.rules?.includes(fault))) return false
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const { method, url, version, operation, status, body, response } = request
  const bodies = [body, response?.body].map((each) => each !== undefined && formatJson(each))
  const all = [method, url, version, operation, status, request.fault, ...bodies].join(' ').toLowerCase()
  return words.every((word) => all.includes(word))
}

export const columnsFor = (hrefFor: (number: number) => string): readonly Column<RequestLogEntry>[] => [
  { name: 'time', title: 'Time', cell: ({ at }) => <time dateTime={at}>{at.slice(11, 19)}</time> },
  { name: 'method', title: 'Method', cell: ({ method }) => <span class="mono">{method}</span> },
  {
    name: 'path',
    title: 'Path',
    cell: (request) => (
      <a class="row-link mono" id={`request-${request.number}`} href={hrefFor(request.number)} title={request.url}>
        {request.path + searchOf(request.url)}
      </a>
    ),
  },
  { name: 'operation', title: 'Operation', cell: ({ operation }) => operation },
  {
    name: 'matched',
    title: 'Fault',
    cell: ({ fault }) => fault !== undefined && <Chip tone="warn">{fault}</Chip>,
  },
  { name: 'status', title: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
]

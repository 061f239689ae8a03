import type { JournalEntry } from 'osdi-events/mock'
import { Chip, StatusChip } from '../../parts/chip.tsx'
import { type Column, VirtualList } from '../../parts/virtual-list.tsx'
import { hrefOf } from '../../routing/route.ts'
import { keyOf } from './key.ts'

const columns: readonly Column[] = [
  { title: 'Time', width: '5.5rem' },
  { title: 'Method', width: '4.5rem' },
  { title: 'Path', width: 'minmax(10rem, 4fr)' },
  { title: 'Version', width: '4rem' },
  { title: 'Key', width: 'minmax(5rem, 1fr)' },
  { title: 'Fault', width: 'minmax(4rem, 1fr)' },
  { title: 'Status', width: '4rem', numeric: true },
]

/** Requests, the newest first. */
export const RequestList = ({ requests }: { readonly requests: readonly JournalEntry[] }) => {
  const at = (index: number) => requests[requests.length - 1 - index]
  return (
    <div class="requests fill">
      <VirtualList
        label="Requests"
        columns={columns}
        count={requests.length}
        keyOf={(index) => at(index)?.number ?? index}
        row={(index) => cellsOf(at(index))}
      />
    </div>
  )
}

const cellsOf = (request: JournalEntry | undefined) =>
  request && [
    <time dateTime={request.at}>{request.at.slice(11, 19)}</time>,
    <span class="mono">{request.method}</span>,
    <a class="row-link mono" href={hrefOf(['requests', String(request.number)])} title={request.url}>
      {request.path + searchOf(request)}
    </a>,
    request.version && <Chip>{request.version}</Chip>,
    <span class="soft">{keyOf(request)?.value ?? 'none'}</span>,
    request.fault && <Chip tone="warn">{request.fault}</Chip>,
    <StatusChip status={request.status} />,
  ]

function searchOf({ url }: JournalEntry): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark)
}

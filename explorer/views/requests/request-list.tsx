import type { RequestLogEntry } from 'osdi-events/mock'
import { useMemo } from 'preact/hooks'
import { Chip, StatusChip } from '../../parts/chip.tsx'
import { type Column, VirtualList } from '../../parts/virtual-list.tsx'
import { hrefOf } from '../../routing/route.ts'
import { keyOf } from './key.ts'

const columns: readonly Column[] = [
  { title: 'Time' },
  { title: 'Method' },
  { title: 'Path' },
  { title: 'Version' },
  { title: 'Key' },
  { title: 'Fault' },
  { title: 'Status', numeric: true },
]

interface RequestListProps {
  readonly requests: readonly RequestLogEntry[]
  /** The rule that struck them, where those alone are shown. */
  readonly rule: string | undefined
}

/** Requests, the newest first. */
export const RequestList = ({ requests, rule }: RequestListProps) => {
  const cells = useMemo(() => cellsFor(rule), [rule])
  const at = (index: number) => requests[requests.length - 1 - index]
  return (
    <div class="requests fill">
      <VirtualList
        label="Requests"
        columns={columns}
        count={requests.length}
        keyOf={(index) => at(index)?.number ?? index}
        item={at}
        cells={cells}
      />
    </div>
  )
}

const cellsFor = (rule: string | undefined) => (request: RequestLogEntry) => [
  <time dateTime={request.at}>{request.at.slice(11, 19)}</time>,
  <span class="mono">{request.method}</span>,
  <a class="row-link mono" href={hrefOf(['requests', String(request.number)], { rule })} title={request.url}>
    {request.path + searchOf(request)}
  </a>,
  request.version && <Chip>{request.version}</Chip>,
  <span class="soft">{keyOf(request)?.value ?? 'none'}</span>,
  request.fault && <Chip tone="warn">{request.fault}</Chip>,
  <StatusChip status={request.status} />,
]

function searchOf({ url }: RequestLogEntry): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark)
}

import type { RequestLogEntry } from 'osdi-events/mock'
import { Chip, StatusChip } from '../../parts/chip.tsx'
import { Code } from '../../parts/code.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { clientCodeOf } from './client-code.ts'
import { curlOf } from './curl.ts'
import { keyOf } from './key.ts'

interface DetailsProps {
  /** Undefined where the request log has it no more. */
  readonly request: RequestLogEntry | undefined
  readonly number: string
  readonly onClose: () => void
}

/** All that is known of a request, and what sends it again. */
export const RequestDetails = ({ request, number, onClose }: DetailsProps) => (
  <Dialog kind="edge" title={request ? `${request.method} ${request.path}` : `Request ${number}`} onClose={onClose}>
    {request ? (
      <Details request={request} />
    ) : (
      <Empty title="The request log does not have this request">
        It was cleared or reset, or newer ones have taken its place.
      </Empty>
    )}
  </Dialog>
)

function Details({ request }: { readonly request: RequestLogEntry }) {
  const { at, path, version, operation, status, fault, rules = [], truncated, headers, body } = request
  const code = clientCodeOf(request)
  const match = operation ? { version, operation } : { method: request.method, path }
  return (
    <>
      <p class="facts">
        <StatusChip status={status} />
        {version && <Chip>{version}</Chip>}
        {operation && <Chip>{operation}</Chip>}
        {fault && <Chip tone="warn">{`fault: ${fault}`}</Chip>}
        {truncated && <Chip tone="info">cut: longer than 16 KiB</Chip>}
        <time class="soft" dateTime={at}>
          {at}
        </time>
      </p>
      <p class="facts">
        {rules.length > 0 && 'Struck by'}
        {rules.map((rule) => (
          <a key={rule} href={hrefOf(['faults', rule])}>
            {rule}
          </a>
        ))}
        {rules.length > 0 && '·'}
        <a href={hrefOf(['faults', 'new'], { ...match, keyed: keyOf(request) && 'true' })}>Let such requests fail</a>
      </p>
      <Code label="Address" text={request.url} />
      <section aria-labelledby="request-headers">
        <h3 id="request-headers">Headers</h3>
        <dl class="members headers">
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {body !== undefined && (
        <Code label="Body" text={typeof body === 'string' ? body : JSON.stringify(body, null, 2)} />
      )}
      <Code label="As curl" text={curlOf(request)} />
      {code !== undefined && <Code label="As osdi-events code" text={code} />}
    </>
  )
}

import type { RequestLogEntry } from 'osdi-events/mock'
import { type ComponentChildren, Fragment } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button, Chip, StatusChip } from '../components/button.tsx'
import { Code } from '../components/code.tsx'
import { Empty } from '../components/frame.tsx'
import { formatJson } from '../components/text.ts'
import { hrefOf } from '../state/route.ts'
import { RequestActions } from './actions.tsx'
import { Remarks } from './remarks.tsx'

interface DetailsProps {
  /** Undefined if the log no longer has it. */
  readonly request: RequestLogEntry | undefined
  readonly number: string
  readonly onClose: () => void
}

/** A request and its response, side by side. Escape closes them. */
export function RequestDetails({ request, number, onClose }: DetailsProps) {
  const pane = useRef<HTMLElement>(null)
  const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
  useLayoutEffect(() => {
    pane.current?.focus({ preventScroll: true })
    // On a narrow screen it replaces a list that may be scrolled far down.
    if ((pane.current?.getBoundingClientRect().top ?? 0) < 0) pane.current?.scrollIntoView()
  }, [])
  return (
    <section class="pane" ref={pane} tabIndex={-1} onKeyDown={closeByKey} aria-labelledby="request-title">
      <header class="spread">
        <h2 id="request-title">
          {request ? <span class="mono">{`${request.method} ${request.path}`}</span> : `Request ${number}`}
        </h2>
        <Button label="Close the request" onClick={onClose}>
          ×
        </Button>
      </header>
      {request ? (
        <Exchange request={request} />
      ) : (
        <Empty title="The request log does not have this request">
          It was cleared or reset, or newer ones have taken its place.
        </Empty>
      )}
    </section>
  )
}

function Exchange({ request }: { readonly request: RequestLogEntry }) {
  const { at, version, operation, status, fault, rules = [], url, response } = request
  return (
    <>
      <p class="row">
        <StatusChip status={status} />
        {version && <Chip>{version}</Chip>}
        {operation && <Chip>{operation}</Chip>}
        <span class="muted">{at}</span>
        {fault && <Chip tone="warn">{`matched fault: ${fault}`}</Chip>}
        {rules.map((rule) => (
          <a key={rule} href={hrefOf(['requests'], { fault: rule })}>
            All that {rule} matched
          </a>
        ))}
      </p>
      <Remarks request={request} />
      <RequestActions request={request} />
      <div class="pair">
        <HttpMessage title="Request" message={request}>
          <p class="mono">{url}</p>
        </HttpMessage>
        <HttpMessage title="Response" message={response ?? { headers: {} }}>
          <p>{status === undefined ? 'None was sent: the request was broken off.' : `Status ${status}`}</p>
        </HttpMessage>
      </div>
    </>
  )
}

interface HttpMessageProps {
  readonly title: string
  readonly message: Pick<RequestLogEntry, 'headers' | 'body' | 'truncated'>
  readonly children: ComponentChildren
}

const HttpMessage = ({ title, message: { headers, body, truncated }, children }: HttpMessageProps) => (
  <section class="half" aria-label={title}>
    <h3>
      {title} {truncated && <Chip tone="info">cut: too long to be kept</Chip>}
    </h3>
    {children}
    <dl class="members">
      {Object.entries(headers).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
    {body !== undefined && <Code label={`${title} body`} text={formatJson(body)} />}
  </section>
)

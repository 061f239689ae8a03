import type { RequestLogEntry } from 'osdi-events/mock'
import { type ComponentChildren, Fragment } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button, Chip, StatusChip } from '../parts/button.tsx'
import { Code } from '../parts/code.tsx'
import { Empty } from '../parts/frame.tsx'
import { shownJson } from '../parts/text.ts'
import { hrefOf } from '../state/route.ts'
import { RequestActs } from './acts.tsx'

interface DetailsProps {
  /** Undefined where the log has it no more. */
  readonly request: RequestLogEntry | undefined
  readonly number: string
  readonly onClose: () => void
}

/** A request and its response, side by side. Escape closes it. */
export function RequestDetails({ request, number, onClose }: DetailsProps) {
  const pane = useRef<HTMLElement>(null)
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
  useLayoutEffect(() => {
    pane.current?.focus({ preventScroll: true })
    // On a narrow screen it takes the place of a list that may be scrolled far down.
    if ((pane.current?.getBoundingClientRect().top ?? 0) < 0) pane.current?.scrollIntoView()
  }, [])
  return (
    <section class="pane" ref={pane} tabIndex={-1} onKeyDown={leave} aria-labelledby="request-title">
      <header class="opposite">
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
  const { at, version, operation, status, fault, rules = [], truncated, headers, body, url, response } = request
  return (
    <>
      <p class="row">
        <StatusChip status={status} />
        {version && <Chip>{version}</Chip>}
        {operation && <Chip>{operation}</Chip>}
        <span class="soft">{at}</span>
        {fault && <Chip tone="warn">{`matched fault: ${fault}`}</Chip>}
        {rules.map((rule) => (
          <a key={rule} href={hrefOf(['requests'], { fault: rule })}>
            All that {rule} matched
          </a>
        ))}
      </p>
      <RequestActs request={request} />
      <div class="exchange">
        <Half title="Request" headers={headers} body={body} isCut={truncated}>
          <p class="mono">{url}</p>
        </Half>
        <Half title="Response" headers={response?.headers ?? {}} body={response?.body} isCut={response?.truncated}>
          <p>{status === undefined ? 'None was sent: the request was broken off.' : `Status ${status}`}</p>
        </Half>
      </div>
    </>
  )
}

interface HalfProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly isCut: boolean | undefined
  readonly children: ComponentChildren
}

/** One side of an exchange. */
const Half = ({ title, headers, body, isCut, children }: HalfProps) => (
  <section class="half" aria-label={title}>
    <h3>
      {title} {isCut && <Chip tone="info">cut: too long to be kept</Chip>}
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
    {body !== undefined && <Code label={`${title} body`} text={shownJson(body)} />}
  </section>
)

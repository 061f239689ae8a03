import type { RequestLogEntry, RequestRow, StoredRecord } from 'osdi-events/mock'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button, Chip, StatusChip } from '../components/button.tsx'
import { Empty, Facts, Folded, LoadStatus } from '../components/frame.tsx'
import { Body } from '../components/json.tsx'
import { Marked } from '../components/marked.tsx'
import { formatCount, formatDuration, formatInstant, linesOfCut, searchOf } from '../components/text.ts'
import { admin, fieldOf } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf, mailHref } from '../state/route.ts'
import { useShared } from '../state/store.ts'
import { RequestActions } from './actions.tsx'
import { Changed } from './changed.tsx'
import { keyWords } from './list.tsx'
import { nameOfRecord } from './reason.ts'
import { Remarks } from './remarks.tsx'

interface DetailsProps {
  /** The row of the request in the list, if it has one. */
  readonly row: RequestRow | undefined
  readonly number: string
  /** Finds the texts of a search. */
  readonly pattern: RegExp | undefined
  readonly onClose: () => void
}

/** A request and its response, beside the list. Escape closes them. */
export function RequestDetails({ row, number, pattern, onClose }: DetailsProps) {
  const pane = useRef<HTMLElement>(null)
  const loaded = useExchange(number, row)
  const shown = loaded.value?.entry ?? row
  const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
  useLayoutEffect(() => {
    pane.current?.focus({ preventScroll: true })
    // On a narrow screen the pane replaces a list, and the list may be scrolled far down.
    if ((pane.current?.getBoundingClientRect().top ?? 0) < 0) pane.current?.scrollIntoView()
  }, [])
  return (
    <section class="pane" ref={pane} tabIndex={-1} onKeyDown={closeByKey} aria-labelledby="request-title">
      <header class="spread">
        <h2 id="request-title">
          {shown ? (
            <span class="mono">{`${shown.method} ${shown.path}${searchOf(shown.url)}`}</span>
          ) : (
            `Request ${number}`
          )}
        </h2>
        <Button label="Close the request" onClick={onClose}>
          ×
        </Button>
      </header>
      {loaded.error && fieldOf(loaded.error) === 'request' ? (
        <Empty title="The request log does not have this request">
          It was cleared or reset, or newer ones have taken its place.
        </Empty>
      ) : (
        <LoadStatus of={loaded} />
      )}
      {loaded.value && <Exchange of={loaded.value} pattern={pattern} />}
    </section>
  )
}

interface LoadedExchange {
  readonly entry: RequestLogEntry
  /** Has what the entry does not have: whose key it was, and the duration. */
  readonly row: RequestRow | undefined
}

/** A request of the log. Keeps the loaded request while it is open, even if the log drops its bodies or the whole request. */
function useExchange(number: string, listed: RequestRow | undefined) {
  const session = useShared((state) => state.session)
  const key = `${session} ${number}`
  const kept = useRef<(LoadedExchange & { readonly key: string }) | undefined>(undefined)
  const load = async () => {
    if (kept.current?.key !== key) {
      const entry = await admin.request(Number(number))
      kept.current = { key, entry, row: listed ?? (await rowOf(entry)) }
    }
    return kept.current
  }
  return useLoaded(key, load, listed !== undefined)
}

/** The row of a request that is older than the list. Undefined if the log has dropped the request. */
async function rowOf({ number }: RequestLogEntry): Promise<RequestRow | undefined> {
  const { requests } = await admin.requestRows({ before: number + 1, per_page: 1 })
  return requests.find((row) => row.number === number)
}

interface ExchangeProps extends Pick<DetailsProps, 'pattern'> {
  readonly of: LoadedExchange
}

function Exchange({ of: { entry: request, row }, pattern }: ExchangeProps) {
  const { number, at, version, operation, status, fault, faultIds = [], url, response } = request
  return (
    <>
      {row && <Remarks request={row} />}
      {row?.stored && <RecordLinks of={row.stored} request={row} />}
      {row?.stored?.event !== undefined && row.stored.person !== undefined && (
        <MailLinks event={row.stored.event} person={row.stored.person} since={at} />
      )}
      <p class="row">
        <StatusChip status={status} />
        <span class="muted small">{[`Request ${number}`, version, operation].filter(Boolean).join(' · ')}</span>
        <time class="muted small" dateTime={at}>
          {formatInstant(Date.parse(at))} UTC
        </time>
        {row && (
          <span class="muted small">{`${row.key ? 'key of ' : ''}${keyWords(row)}, ${formatDuration(row.duration)}`}</span>
        )}
        {fault && <Chip tone="warn">{`matched fault: ${fault}`}</Chip>}
        {faultIds.map((id) => (
          <a key={id} href={hrefOf(['requests'], { fault: id })}>
            All that {id} matched
          </a>
        ))}
      </p>
      <Changed request={request} />
      <RequestActions request={request} />
      <div class="pair">
        <HttpMessage title="Request" message={request} pattern={pattern}>
          <p class="mono">
            <Marked text={url} pattern={pattern} />
          </p>
        </HttpMessage>
        <HttpMessage title="Response" message={response ?? { headers: {} }} pattern={pattern}>
          <p>{status === undefined ? 'None was sent: the request was broken off.' : `Status ${status}`}</p>
        </HttpMessage>
      </div>
    </>
  )
}

/** Leads to what the request stored. */
function RecordLinks({ of: record, request }: { readonly of: StoredRecord; readonly request: RequestRow }) {
  const { kind, id, event, person } = record
  const rows = useShared(({ requests }) => requests?.rows)
  const isCreate = ({ method, stored }: RequestRow) => method === 'POST' && stored?.kind === kind && stored.id === id
  const earlier =
    kind === 'attendance' && isCreate(request)
      ? rows?.find((row) => row.number < request.number && isCreate(row))?.number
      : undefined
  return (
    <p class="row small">
      <span class="text">
        Stored: {nameOfRecord(record)}
        {earlier !== undefined && (
          <>
            , the RSVP of <a href={hrefOf(['requests', String(earlier)])}>request {earlier}</a> again: one person has
            one RSVP for an event.
          </>
        )}
      </span>
      {kind === 'event' && <a href={hrefOf(['data', 'events', id])}>Show the event</a>}
      {event !== undefined && <a href={hrefOf(['data', 'events', event, 'attendees'])}>Show the event</a>}
      {kind === 'person' && <a href={hrefOf(['data', 'people', id])}>Show the person</a>}
      {person !== undefined && <a href={hrefOf(['data', 'people', person])}>Show the person</a>}
      {kind === 'campaign' && <a href={hrefOf(['data', 'campaigns', id])}>Show the campaign</a>}
    </p>
  )
}

interface MailLinksProps {
  readonly event: string
  readonly person: string
  readonly since: string
}

/** Leads to the mail that confirms an RSVP. The service does not keep which request sent it: a mail from before the request is of another one. */
function MailLinks({ since, ...of }: MailLinksProps) {
  const clock = useShared((state) => state.clock)
  const load = () => admin.messages({ ...of, per_page: 3 })
  const { messages = [] } = useLoaded(`${of.event} ${of.person}`, load, clock).value ?? {}
  const sent = messages.filter(({ kind, sent_at }) => kind === 'autoresponse' && sent_at >= since)
  return sent.map(({ number, to }) => (
    <p key={number} class="row small">
      <span class="text">{`Mail to ${to}:`}</span>
      <a href={mailHref(number)}>Show the mail</a>
    </p>
  ))
}

const isCutJson = (body: unknown): body is string => typeof body === 'string' && /^\s*[{[]/.test(body)

interface HttpMessageProps {
  readonly title: string
  readonly message: Pick<RequestLogEntry, 'headers' | 'body' | 'truncated'>
  readonly pattern: RegExp | undefined
  readonly children: ComponentChildren
}

const HttpMessage = ({ title, message: { headers, body, truncated }, pattern, children }: HttpMessageProps) => (
  <section class="half" aria-label={title}>
    <h3>
      {title}{' '}
      {truncated && <Chip tone="warn">{body === undefined ? 'body not kept' : 'cut: too long to be kept'}</Chip>}
    </h3>
    {children}
    {body !== undefined && (
      <Body label={`${title} body`} value={isCutJson(body) && truncated ? linesOfCut(body) : body} pattern={pattern} />
    )}
    {Object.keys(headers).length > 0 && (
      <Folded title={formatCount(Object.keys(headers).length, 'header')}>
        <Facts of={headers} isCode />
      </Folded>
    )}
  </section>
)

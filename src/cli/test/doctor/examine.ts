import type { AnyEventsError } from 'osdi-events'
import { CliError } from '../../run/cli-error.ts'
import { cliErrorOf } from '../../run/client-error.ts'
import type { Io } from '../../run/io.ts'
import { type AnyClient, addressOf, makeClient, readKey, routeOf, type ServiceFlags } from '../../run/service.ts'
import {
  clockFinding,
  filterFinding,
  filterOfNothing,
  kindFinding,
  namespaceFinding,
  pageSizeFinding,
  type RawPage,
  readPage,
} from './answers.ts'
import { type Finding, note, well, wrong } from './finding.ts'
import { connectionFinding, isCertificateFailure, proxyFinding, tlsFinding } from './network.ts'

/** What a set-up looks like. It holds no key, no titles and no people. */
export interface Examination {
  readonly findings: readonly Finding[]
  /** Whether the service refuses the key. */
  readonly isKeyRefused: boolean
  /** Number of requests; all are GET. */
  readonly requests: number
}

/** The most requests of an examination. */
const mostRequests = 5

/** One request, with its answer or its failure. */
interface Exchange {
  readonly status?: number
  readonly text?: string
  readonly date?: string | null
  readonly type?: string | null
  readonly location?: string | null
  /** Milliseconds until the headers of the answer. */
  readonly ms?: number
  readonly failure?: unknown
}

/** A `fetch` that remembers each exchange: the client's errors do not say all that a broken set-up shows. */
function watched({ fetch, clock }: Pick<Io, 'fetch' | 'clock'>): { fetch: typeof fetch; exchanges: Exchange[] } {
  const exchanges: Exchange[] = []
  return {
    exchanges,
    fetch: async (input, init) => {
      if (exchanges.length >= mostRequests) throw new Error(`more than ${mostRequests} requests`)
      const begun = clock.elapsed()
      try {
        const answer = await fetch(input, init)
        const ms = Math.round(clock.elapsed() - begun)
        const { status, headers } = answer
        const [date, type, location] = [headers.get('date'), headers.get('content-type'), headers.get('location')]
        const seen = { status, date, type, location, ms }
        exchanges.push({ ...seen, text: await answer.clone().text() })
        return answer
      } catch (failure) {
        exchanges.push({ failure })
        throw failure
      }
    },
  }
}

/** Looks at the set-up that flags and environment describe, with at most five GET requests. */
export async function examine(flags: ServiceFlags, io: Io): Promise<Examination> {
  const { actionNetwork, eventsOf, isEventsError } = await import('osdi-events')
  const { exchanges, fetch } = watched(io)
  const before: Finding[] = []
  /** Runs a step; its error becomes a finding. */
  const attempt = async <T>(what: string, step: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof CliError) && !isEventsError(error)) throw error
      const { message, hint } = error instanceof CliError ? error : cliErrorOf(error, {})
      before.push(wrong(what, message, hint))
      return undefined
    }
  }
  const baseUrl = await attempt('address', () => addressOf(flags, io, flags.preset && actionNetwork.baseUrl))
  const key = await attempt('key', () => readKey(flags.keyFile, io))
  const client =
    baseUrl === undefined || key === undefined
      ? undefined
      : await attempt('settings', () => makeClient(flags, { ...io, fetch }))
  if (!client || baseUrl === undefined) return { findings: before, isKeyRefused: false, requests: 0 }
  const error = await failureOf(client, {}, io)
  if (error !== undefined && !isEventsError(error)) throw error
  const [first = {}] = exchanges
  const page = first.status === 200 ? readPage(first.text ?? '', eventsOf) : undefined
  const filter = page?.events.length ? await filterAnswer(client, flags, exchanges, io) : undefined
  const namespace = page && namespaceFinding(page, client.namespace)
  const isKeyRefused = error?.code === 'http' && error.isAuth
  return {
    findings: [
      well('address', `${client.baseUrl}${pathOf(flags, io)}, ${sourceOf(flags, io)}`),
      answerFinding(first, page, error, namespace?.state === 'wrong', connectionFinding(first.failure, baseUrl, io)),
      keyFinding(flags, isKeyRefused, page),
      ...(page && namespace ? [kindFinding(page), namespace, pageSizeFinding(page), filterFinding(page, filter)] : []),
      ...(first.status === undefined ? [] : [clockFinding(first.date ?? null, io.clock.now())]),
      tlsFinding(baseUrl, first.failure, first.status !== undefined, io),
      proxyFinding(baseUrl, first.status !== undefined || isCertificateFailure(first.failure), io),
    ],
    isKeyRefused,
    requests: exchanges.length,
  }
}

/** The error of reading a first page; undefined if there is none. */
async function failureOf(client: AnyClient, options: { readonly filter?: string }, { signal }: Io): Promise<unknown> {
  try {
    await client.list({ ...options, signal, retry: false }).toArray({ max: 1 })
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    return error
  }
}

/** The answer to a filter that no event matches; undefined if the service refuses the filter. */
async function filterAnswer(
  client: AnyClient,
  { api }: ServiceFlags,
  exchanges: readonly Exchange[],
  io: Io,
): Promise<RawPage | undefined> {
  const before = exchanges.length
  await failureOf(client, { filter: filterOfNothing[api] }, io)
  const { status, text = '' } = exchanges[before] ?? {}
  const { eventsOf } = await import('osdi-events')
  return status === 200 ? readPage(text, eventsOf) : undefined
}

const pathOf = (flags: ServiceFlags, io: Io): string =>
  routeOf(flags, io).apiPath?.replace(/\/$/, '') ?? `/api/${flags.api}`

/** Where the address comes from. */
const sourceOf = ({ baseUrl, preset }: ServiceFlags, { env }: Io): string =>
  `from ${baseUrl ? '--base-url' : env.EVENTS_BASE_URL ? 'EVENTS_BASE_URL' : env.EVENTS_PRESET ? 'EVENTS_PRESET' : `--preset ${preset}`}`

/**
 * What the first request gave: a page of events, another answer, or none. It holds no text of the answer, which could hold people's data.
 *
 * @param isExplained whether another finding explains the error
 * @param noAnswer what a failed connection says, where that is known
 */
function answerFinding(
  first: Exchange,
  page: RawPage | undefined,
  error: AnyEventsError | undefined,
  isExplained: boolean,
  noAnswer: Finding | undefined,
): Finding {
  const what = 'answer'
  const { status, ms, type, location, failure } = first
  if (page) {
    if (!error || isExplained) return well(what, `a page of events, after ${ms} ms`)
    const { message, hint } = cliErrorOf(error, {})
    return wrong(what, message, hint)
  }
  if (status === undefined) {
    if (isCertificateFailure(failure)) return note(what, 'none, because of the certificate')
    return noAnswer ?? wrong(what, error ? cliErrorOf(error, {}).message : 'none')
  }
  const found = `status ${status}, after ${ms} ms`
  if (error?.code === 'http' && error.isAuth) return note(what, found)
  if (location && status >= 300 && status < 400) {
    const to = URL.canParse(location) ? `${new URL(location).origin}` : 'another path'
    return wrong(what, `${found}: a redirect to ${to}`, 'if that is the same service, set --base-url to it')
  }
  if (status === 429) return wrong(what, `${found}: too many requests`, 'wait, or give --rate-limit')
  if (status >= 500) return wrong(what, `${found}: the service has a fault`, 'try again later')
  if (/\bhtml\b/.test(type ?? '')) {
    const advice = 'check --base-url and --api-path; a proxy in between can want a login'
    return wrong(what, `${found}: a web page, maybe a login, and no events`, advice)
  }
  return wrong(what, `${found}, and no page of events`, 'check --base-url, --api-path and --api')
}

/** Where the key comes from, and whether the service accepts it. */
function keyFinding({ keyFile }: ServiceFlags, isRefused: boolean, page: RawPage | undefined): Finding {
  const what = 'key'
  const source = `from ${keyFile === undefined ? 'EVENTS_API_KEY' : '--key-file'}`
  if (isRefused) {
    const advice = 'copy it again, and check that it belongs to this service; --key-header names another header'
    return wrong(what, `${source}; the service refuses it`, advice)
  }
  return page ? well(what, `${source}; accepted`) : note(what, `${source}; not known whether it is accepted`)
}

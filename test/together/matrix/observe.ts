import { isEventsError } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { until } from '../../support/faults.ts'
import { shows } from '../../support/shows.ts'
import { versions } from '../../support/versions.ts'
import type { Case } from './expected.ts'
import { longestAnswer } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { asksForOne, operations } from './operations.ts'

/** What a call came to. */
export interface Observation {
  readonly code: string
  readonly attempts: number
  readonly outcome?: string | undefined
  /** Status or cause of each attempt of a failed call. */
  readonly kinds: readonly (string | number)[]
  /** Requests that came to the service. */
  readonly requests: number
  /** Events that the service has now beyond those that it had before. */
  readonly made: number
  /** Whether the key can be read from what the call ended in. */
  readonly key: boolean
}

/**
 * Milliseconds for an attempt. Where nothing ever comes, a test can wait for no long time; where the second attempt is to be answered, it must
 * be answered in time on a busy machine too. The timers here count in turns of the event loop, so that a request that left has come before.
 */
const patienceFor = ({ fault, lasting }: Case): number => {
  if (fault.ending?.code !== 'timeout') return 30_000
  return lasting === 'always' ? 250 : 2_000
}

/** Addresses of servers that are not the service. */
export interface Elsewhere {
  /** Somebody else's. */
  readonly foreign: string
  /** Nobody's. */
  readonly closed: string
}

/** More than a call makes. */
const mostAttempts = 4

/** Has one call meet one fault over a socket. */
export async function observe(of: Case, elsewhere: Elsewhere, inspection: Inspection): Promise<Observation> {
  const version = versions.find((each) => each.version === of.version)
  if (!version) throw new Error(`There is no version ${of.version}`)
  const service = createMockService({ perPage: 2, now: '2026-05-01T12:00:00Z' })
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends' }) })
  const [event] = [1, 2, 3].map((number) => service.addEvent({ title: `Event ${number}` }, { key }))
  const id = String(event?.id)
  await using server = await serve(service)
  const events = `${server.url}/api/${of.version}/events`

  const { fault, when, lasting } = of
  const effects = fault.effects({
    inside: asksForOne(of.operation) ? `${events}/${id}` : events,
    foreign: `${elsewhere.foreign}/api/${of.version}/events`,
  })
  const attempts = lasting === 'once' ? 1 : mostAttempts
  const rules = Array.from({ length: attempts }, () => effects)
    .flat()
    .map((effect, index) => {
      // What follows a redirect does so without the service acting once more.
      const at = index % effects.length === 0 ? when : 'before'
      return service.faults.add({ when: at, effect, nth: index + 1, times: 1 })
    })
  let [further, sent] = [0, 0]
  const client = version.construct({
    baseUrl: server.url,
    apiKey: key.token,
    timeout: patienceFor(of),
    maxResponseBytes: longestAnswer,
    fetch: (input: Request, init?: RequestInit) => {
      sent += 1
      return fault.unreachable && sent <= attempts ? fetch(elsewhere.closed, init) : fetch(input, init)
    },
    hooks: {
      onRetry: () => {
        further += 1
      },
    },
  })

  let end: unknown
  let code = 'result'
  try {
    end = await operations[of.operation]({ client, version, id, href: `${events}/${id}` })
  } catch (thrown) {
    if (!isEventsError(thrown)) throw thrown
    end = thrown
    code = thrown.code
  }
  const error = isEventsError(end) ? end : undefined
  const requests = service.requests.length
  await until(() => inspection.unanswered(server.port) === 0)

  const appeared = rules.reduce((count, { effect, hits }) => count + (effect.kind === 'new-events' ? hits : 0), 0)
  service.faults.clear()
  const reader = version.construct({ baseUrl: service.baseUrl, apiKey: key.token, fetch: service.fetch })
  const { total_records: total = 0 } = (await reader.page(1)) as { readonly total_records?: number }
  return {
    code,
    attempts: error?.attempts?.length ?? 1 + further,
    outcome: error?.outcome,
    kinds: error?.attempts?.map(({ status, cause }) => cause ?? status ?? '?') ?? [],
    requests,
    made: total - 3 - appeared,
    key: shows(end, key.token),
  }
}

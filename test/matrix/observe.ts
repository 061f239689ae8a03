import { isEventsError } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { until } from '../support/faults.ts'
import { shows } from '../support/shows.ts'
import { versions } from '../support/versions.ts'
import type { Case } from './expected.ts'
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
 * be answered in time on a busy machine too.
 */
const patienceFor = ({ fault, lasting }: Case): number => {
  if (fault.ending?.code !== 'timeout') return 30_000
  return lasting === 'always' ? 250 : 2_000
}

/** Has one call meet one fault over a socket. */
export async function observe(of: Case, foreign: string, inspection: Inspection): Promise<Observation> {
  const version = versions.find((each) => each.version === of.version)
  if (!version) throw new Error(`There is no version ${of.version}`)
  const service = createMockService({ perPage: 2, now: '2026-05-01T12:00:00Z' })
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends' }) })
  const [event] = [1, 2, 3].map((number) => service.addEvent({ title: `Event ${number}` }, { key }))
  const id = String(event?.id)
  await using server = await serve(service)
  const events = `${server.url}/api/${of.version}/events`

  const { fault, when, lasting } = of
  const effect = fault.effect({
    inside: asksForOne(of.operation) ? `${events}/${id}` : events,
    foreign: `${foreign}/api/${of.version}/events`,
  })
  const rule = service.faults.add({ when, effect, ...(lasting === 'once' && { times: 1 }) })
  let further = 0
  const client = version.construct({
    baseUrl: server.url,
    apiKey: key.token,
    timeout: patienceFor(of),
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

  const appeared = effect.kind === 'new-events' ? rule.hits : 0
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

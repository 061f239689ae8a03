import { type Assumptions, assumptionNames, assumptionRow, type ShownAssumption } from '../assumptions.ts'
import { MockServiceError } from '../errors.ts'
import type { CheckFinding, CheckReport, CheckRow } from '../types/check.ts'
import { summarizeForClient, unknownSummary } from './client.ts'
import { type Comparison, comparisons } from './comparisons.ts'
import { compareFields } from './field-comparison.ts'
import { type Observation, resolveOptions } from './options.ts'
import { paging } from './paging.ts'
import { NoSetting, type Probe, type Probes } from './probe.ts'
import { Inconclusive, Requester } from './requester.ts'
import { responses } from './responses.ts'
import { pageIn, responseSummary, ServiceProbe } from './service-probe.ts'
import { tryWrites } from './try-writes.ts'
import type { CheckOptions } from './types.ts'
import { values } from './values.ts'

/** The probes of all assumptions that a GET can show. */
const probes: Probes = { ...responses, ...paging, ...values }

/** The most GETs of a check. Writes have a number of their own. */
const maxGets = 60

/**
 * Compares a real service with the mock service. Sends at most 60 requests, all of them GET, so nothing changes on the real service. With
 * `writes`, first sends at most 40 further requests about one event that it makes. The report contains no titles, people, ids or keys.
 *
 * @throws {@link MockServiceError} with the code `option` for a wrong option; with the code `service` and the field `apiKey` if the service
 * refuses the key; with the code `service` and the field `baseUrl` if the service returns no list of events.
 *
 * @example
 * ```ts
 * import { checkService, createMockService } from 'osdi-events/mock'
 *
 * const apiKey = process.env.EVENTS_API_KEY ?? ''
 * const { findings, assumptions } = await checkService({ baseUrl: 'https://events.example.org', apiKey })
 * for (const { assumption, outcome } of findings) console.log(assumption, outcome)
 * const service = createMockService({ assumptions }) // behaves like the real one
 * ```
 */
export async function checkService(options: CheckOptions): Promise<CheckReport> {
  const resolved = resolveOptions(options)
  const { baseUrl, apiPath, api, namespace, mock, known, onProgress } = resolved
  const requester = new Requester(resolved)
  const service = new ServiceProbe(resolved, requester)
  requester.begin(maxGets)
  const pageTime = await getFirstPage(requester, baseUrl)
  const trial = resolved.writes && (await tryWrites(service, requester, resolved.writes))
  // The probes also see the new event, which a key without events needs.
  if (trial) requester.begin(maxGets)
  const findings: CheckFinding[] = []
  const report = (complete: boolean, rows: Pick<CheckReport, 'client' | 'fields' | 'others'>): CheckReport => ({
    baseUrl,
    apiPath,
    api,
    namespace,
    complete,
    requests: requester.sent,
    pageTime,
    findings: [...findings],
    ...rows,
    assumptions: Object.fromEntries(
      findings.flatMap(({ assumption, service }) => (service === undefined ? [] : [[assumption, service]])),
    ),
    ...(trial && { writes: trial.summary }),
  })
  for (const name of assumptionNames) {
    const observation = known.get(name) ?? trial?.observations.get(name) ?? (await observe(name, service))
    findings.push(compare(name, mock, withoutKey(name, observation, requester)))
    onProgress?.(report(false, { client: unknownSummary, fields: [], others: [] }))
  }
  const fields = await rowsOf(service, [compareFields])
  const others = [...(await rowsOf(service, Object.values(comparisons))), ...(trial?.rows ?? [])]
  const client = await summarizeForClient(service, findings)
  const hidden = (rows: readonly CheckRow[]) =>
    rows.map(({ what, expected, seen }) => ({
      what: requester.hideKey(what),
      expected,
      seen: requester.hideKey(seen),
    }))
  return report(requester.complete, { client, fields: hidden(fields), others: hidden(others) })
}

function withoutKey(name: keyof Assumptions, observation: Observation, requester: Requester): Observation {
  if (!('service' in observation)) return { ...observation, note: requester.hideKey(observation.note) }
  const { service } = observation
  // Settings of free text come from the service.
  if (typeof service !== 'string' || !assumptionRow(name).others) return observation
  const note = requester.hideKey(service)
  return note === service ? observation : { outcome: 'different', note }
}

/** Gets the first page of events. @returns the duration in milliseconds */
async function getFirstPage(requester: Requester, baseUrl: string): Promise<number> {
  const wrong = (field: string, problem: string) => new MockServiceError('service', field, requester.hideKey(problem))
  const response = await requester.get('events').catch((error) => {
    throw error instanceof Inconclusive ? wrong('baseUrl', `${error.message} from ${baseUrl}`) : error
  })
  if (response.status === 401 || response.status === 403)
    throw wrong('apiKey', `the service refuses it with status ${response.status}`)
  if (!pageIn(response)) throw wrong('baseUrl', `no list of events: ${responseSummary(response)}`)
  return Math.round(response.duration)
}

/** The probes without the tie between an assumption and its settings. A row that says GET has one. */
type AnyProbes = Readonly<Record<ShownAssumption, Probe<Assumptions[ShownAssumption]>>>

async function observe(name: keyof Assumptions, service: ServiceProbe): Promise<Observation> {
  const { only = service.api, probe } = assumptionRow(name)
  if (only !== service.api) return couldNotTell(`version ${service.api.slice(1)} does not have it`)
  if (probe === 'write') return couldNotTell('only writes show it')
  if (probe !== 'GET') return couldNotTell(probe.neither)
  try {
    const setting = await (probes as AnyProbes)[name as ShownAssumption](service)
    return setting instanceof NoSetting ? { outcome: 'different', note: setting.behaviour } : { service: setting }
  } catch (error) {
    if (error instanceof Inconclusive) return couldNotTell(error.message)
    throw error
  }
}

const couldNotTell = (note: string): Observation => ({ outcome: 'could not tell', note })

function compare(name: keyof Assumptions, mock: Readonly<Assumptions>, observation: Observation): CheckFinding {
  const { about, probe } = assumptionRow(name)
  const shownBy = typeof probe === 'object' ? 'neither' : probe
  const finding = { assumption: name, title: about, mock: mock[name], shownBy } as const
  if (!('service' in observation)) return { ...finding, ...observation }
  const { service } = observation
  return { ...finding, outcome: service === mock[name] ? 'as assumed' : 'different', service }
}

/** Runs all comparisons, and returns their rows. An inconclusive comparison has no rows. */
async function rowsOf(service: ServiceProbe, comparisons: readonly Comparison[]): Promise<readonly CheckRow[]> {
  const rows: CheckRow[] = []
  for (const comparison of comparisons) {
    try {
      rows.push(...(await comparison(service)))
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
    }
  }
  return rows
}

import { type Assumptions, checkAssumptions, checkSetting } from '../assumptions.ts'
import { MockServiceError } from '../errors.ts'
import {
  address,
  type Check,
  check,
  flag,
  list,
  object,
  oneOf,
  prefix,
  text,
  token,
  validate,
  validateKeys,
  validateMembers,
} from '../validate.ts'
import { comparisons } from './comparisons.ts'
import { compareFields } from './fields.ts'
import { paging } from './paging.ts'
import { byHand, type Probe } from './probe.ts'
import { Inconclusive, Requester } from './requester.ts'
import { responses } from './responses.ts'
import { type Compare, pageIn, Service, seen } from './service.ts'
import type { CheckFinding, CheckOptions, CheckReport, CheckRow } from './types.ts'
import { values } from './values.ts'

/** How each assumption is found out: by a probe, or by hand. */
const table: { readonly [Name in keyof Assumptions]: Probe | string } = {
  ...responses,
  ...paging,
  ...values,
  ...byHand,
}
const names = Object.keys(table) as (keyof Assumptions)[]
const onlyIn: { readonly [Name in keyof Assumptions]?: 'v1' | 'v2' } = { petitions: 'v1', hidden: 'v2', capacity: 'v2' }

/**
 * Compares a real service with the mock service. It sends GETs alone, at most 60, and changes nothing. The report has no titles, people,
 * ids or keys.
 *
 * @throws {@link MockServiceError} with the code `option` for a wrong option. With the code `service`: field `apiKey` where the service
 * refuses the key, `baseUrl` where no list of events can be read there.
 *
 * @example
 * ```ts
 * import { checkService, createMockService } from 'osdi-events/mock'
 *
 * const apiKey = process.env.EVENTS_API_KEY ?? ''
 * const { findings, assumptions } = await checkService({ baseUrl: 'https://events.example.org', apiKey })
 * for (const { assumption, outcome } of findings) console.log(assumption, outcome)
 * const service = createMockService({ assumptions }) // does as the real one
 * ```
 */
export async function checkService(options: CheckOptions): Promise<CheckReport> {
  const { baseUrl, api, namespace, requester, mock, known, onProgress } = resolved(options)
  const service = new Service(api, namespace, requester)
  const pageTime = await firstPage(service, baseUrl)
  const findings: CheckFinding[] = []
  const report = (complete: boolean, compared: Pick<CheckReport, 'fields' | 'others'>): CheckReport => ({
    ...{ baseUrl, api, namespace, complete, requests: requester.sent, pageTime, findings: [...findings], ...compared },
    assumptions: Object.fromEntries(
      findings.flatMap(({ assumption, service }) => (service === undefined ? [] : [[assumption, service]])),
    ),
  })
  for (const name of names) {
    const before = known.find(({ assumption, outcome }) => assumption === name && outcome !== 'cannot tell')
    findings.push(compared(name, mock, before ?? (await found(name, service))))
    onProgress?.(report(false, { fields: [], others: [] }))
  }
  const fields = await rowsOf(service, [compareFields])
  const others = await rowsOf(service, comparisons)
  return report(requester.complete, { fields, others })
}

/** Milliseconds that the first page took. Throws where there is none. */
async function firstPage(service: Service, baseUrl: string): Promise<number> {
  const wrong = (field: string, problem: string) => new MockServiceError('service', field, problem)
  const first = await service.get('events').catch((error) => {
    throw error instanceof Inconclusive ? wrong('baseUrl', `${error.message} from ${baseUrl}`) : error
  })
  if (first.status === 401 || first.status === 403)
    throw wrong('apiKey', `the service refuses it with status ${first.status}`)
  if (!pageIn(first)) throw wrong('baseUrl', `no list of events: ${seen(first)}`)
  return Math.round(first.ms)
}

/** What is known of an assumption before it is compared with the mock's setting. */
type Known = Pick<CheckFinding, 'service' | 'note'> & Partial<Pick<CheckFinding, 'outcome'>>

/** What the service shows of one assumption. */
async function found(name: keyof Assumptions, service: Service): Promise<Known> {
  const probe = table[name]
  if (typeof probe === 'string') return { outcome: 'by hand', note: probe }
  const only = onlyIn[name]
  if (only !== undefined && only !== service.api) return { note: `version ${service.api.slice(1)} does not have it` }
  try {
    const reading = await probe(service)
    if ('other' in reading) return { outcome: 'different', note: reading.other }
    return { service: reading.value as Assumptions[typeof name] }
  } catch (error) {
    if (error instanceof Inconclusive) return { note: error.message }
    throw error
  }
}

function compared(name: keyof Assumptions, mock: Readonly<Assumptions>, known: Known): CheckFinding {
  const { service, note } = known
  const same = service === mock[name] ? 'same' : 'different'
  return {
    ...{ assumption: name, mock: mock[name] },
    outcome: service === undefined ? (known.outcome ?? 'cannot tell') : same,
    ...(service !== undefined && { service }),
    ...(note !== undefined && { note }),
  }
}

/** What comparisons come to. What cannot be told is left out. */
async function rowsOf(service: Service, comparisons: readonly Compare[]): Promise<readonly CheckRow[]> {
  const rows: CheckRow[] = []
  for (const compare of comparisons) {
    try {
      rows.push(...(await compare(service)))
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
    }
  }
  return rows
}

const func = check<() => unknown>('a function', (value) => typeof value === 'function')
const api = oneOf('v1', 'v2')
const perSecond = check<number>('a number above 0', (value) => typeof value === 'number' && value > 0)

/** What an option must be where it is given. */
const optionChecks: { readonly [Name in keyof CheckOptions]-?: Check<unknown> } = {
  ...{ baseUrl: text, apiKey: token, namespace: prefix, api, fetch: func, rateLimit: object },
  signal: check('an AbortSignal', (value) => value instanceof AbortSignal),
  ...{ assumptions: object, resume: object, onProgress: func, allowInsecureHttp: flag },
}

/** The options, checked, with the defaults. */
function resolved(options: CheckOptions) {
  const given = validateMembers(options, '', optionChecks, 'option', 'options') as Partial<CheckOptions>
  const { api = 'v2', namespace = 'platform', signal, onProgress, assumptions = {}, resume } = given
  const same = { baseUrl: addressOf(given), api, namespace }
  const rate = 'rateLimit' in given ? (given.rateLimit ?? { perSecond: Infinity }) : { perSecond: 4 }
  const requester = new Requester({
    ...{ baseUrl: same.baseUrl, api, signal, fetch: given.fetch ?? globalThis.fetch },
    apiKey: validate(token, given.apiKey, 'apiKey', 'option'),
    spacing: 1000 / validate(perSecond, rate.perSecond, 'rateLimit.perSecond', 'option'),
  })
  const known = resume === undefined ? [] : findingsIn(resume, same)
  return { ...same, requester, mock: checkAssumptions(assumptions), known, onProgress }
}

const outcomes = oneOf('same', 'different', 'cannot tell', 'by hand')

/** The findings of a report of the same service. It comes out of a file, as likely as not. */
function findingsIn(report: CheckReport, same: Readonly<Record<'baseUrl' | 'api' | 'namespace', string>>) {
  for (const [name, value] of Object.entries(same))
    validate(oneOf(value), report[name as keyof typeof same], `resume.${name}`, 'option')
  return validate(list, report.findings, 'resume.findings', 'option').map((entry, index): CheckFinding => {
    const path = `resume.findings[${index}]`
    const finding = validateKeys(entry, path, ['assumption', 'mock', 'outcome', 'service', 'note'], 'option')
    const { service, note } = finding
    const assumption = validate(oneOf(...names), finding.assumption, `${path}.assumption`, 'option')
    if (service !== undefined) checkSetting(assumption, service, `${path}.service`)
    if (note !== undefined) validate(text, note, `${path}.note`, 'option')
    validate(outcomes, finding.outcome, `${path}.outcome`, 'option')
    return finding as unknown as CheckFinding
  })
}

/** The address without a slash at its end. A key goes over plain http to this machine alone. */
function addressOf({ baseUrl, allowInsecureHttp }: Partial<CheckOptions>): string {
  const { href, protocol, hostname } = new URL(validate(address, baseUrl, 'baseUrl', 'option'))
  const isNear = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  if (protocol === 'http:' && !isNear && !allowInsecureHttp) {
    const problem = 'begins with http, which shows the key on the way; allowInsecureHttp accepts it'
    throw new MockServiceError('option', 'baseUrl', problem)
  }
  return href.replace(/\/+$/, '')
}

import { type Assumptions, checkAssumptions } from '../assumptions.ts'
import { check, hold, holdMembers, oneOf, text, token } from '../checks.ts'
import { MockServiceError } from '../errors.ts'
import { isPlain } from '../text/json.ts'
import { answers } from './answers.ts'
import { byHand } from './by-hand.ts'
import { compareFields } from './fields.ts'
import { compareOthers } from './others.ts'
import { paging } from './paging.ts'
import type { Probe } from './probe.ts'
import { Requester, Unclear } from './requester.ts'
import { pageIn, Service, seen } from './service.ts'
import type { CheckFinding, CheckOptions, CheckReport } from './types.ts'
import { values } from './values.ts'

/** How each assumption is found out: by a probe, or by hand. */
const table: { readonly [Name in keyof Assumptions]: Probe | string } = { ...answers, ...paging, ...values, ...byHand }
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
  const { baseUrl, api, namespace, requester, mock, resume, onProgress } = resolved(options)
  const service = new Service(api, namespace, requester)
  const first = await service.get('events').catch((error) => {
    throw error instanceof Unclear
      ? new MockServiceError('service', 'baseUrl', `${error.message} from ${baseUrl}`)
      : error
  })
  if (first.status === 401 || first.status === 403)
    throw new MockServiceError('service', 'apiKey', `the service refuses it with status ${first.status}`)
  if (!pageIn(first)) throw new MockServiceError('service', 'baseUrl', `no list of events: ${seen(first)}`)

  const findings: CheckFinding[] = []
  const report = (complete: boolean, compared: Pick<CheckReport, 'fields' | 'others'>): CheckReport => ({
    ...{ baseUrl, api, namespace, complete, requests: requester.sent, pageTime: Math.round(first.ms) },
    ...{ findings: [...findings], ...compared },
    assumptions: Object.fromEntries(
      findings.flatMap(({ assumption, service }) => (service === undefined ? [] : [[assumption, service]])),
    ),
  })
  for (const name of names) {
    const known = resume?.findings.find(({ assumption, outcome }) => assumption === name && outcome !== 'cannot tell')
    findings.push(known ? compared(name, mock, known) : await found(name, mock, service))
    onProgress?.(report(false, { fields: [], others: [] }))
  }
  const fields = await compareFields(service).catch((error) => {
    if (error instanceof Unclear) return []
    throw error
  })
  const others = await compareOthers(service)
  return report(requester.failed === 0, { fields, others })
}

/** What the service shows of one assumption. */
async function found(name: keyof Assumptions, mock: Readonly<Assumptions>, service: Service): Promise<CheckFinding> {
  const probe = table[name]
  const common = { assumption: name, mock: mock[name] }
  if (typeof probe === 'string') return { ...common, outcome: 'by hand', note: probe }
  const only = onlyIn[name]
  if (only !== undefined && only !== service.api)
    return { ...common, outcome: 'cannot tell', note: `version ${service.api.slice(1)} does not have it` }
  try {
    const reading = await probe(service)
    if ('other' in reading) return { ...common, outcome: 'different', note: reading.other }
    return compared(name, mock, { service: reading.value as Assumptions[typeof name] })
  } catch (error) {
    if (error instanceof Unclear) return { ...common, outcome: 'cannot tell', note: error.message }
    throw error
  }
}

function compared(name: keyof Assumptions, mock: Readonly<Assumptions>, known: Partial<CheckFinding>): CheckFinding {
  const outcome = known.service === mock[name] ? 'same' : (known.outcome ?? 'different')
  return {
    ...{
      assumption: name,
      mock: mock[name],
      outcome: outcome === 'same' && known.service !== mock[name] ? 'different' : outcome,
    },
    ...(known.service !== undefined && { service: known.service }),
    ...(known.note !== undefined && { note: known.note }),
  }
}

const func = check<typeof globalThis.fetch>('a function', (value) => typeof value === 'function')
const rate = check<number>('a number above 0', (value) => typeof value === 'number' && value > 0)
const prefix = check<string>(
  'a name of letters, digits, _ and -',
  (value) => text.test(value) && /^[a-z][\w-]*$/i.test(value),
)
const known = [
  ...['baseUrl', 'apiKey', 'namespace', 'api', 'fetch', 'rateLimit', 'signal', 'assumptions', 'resume', 'onProgress'],
  'allowInsecureHttp',
]

/** The options, checked, with the defaults. */
function resolved(options: CheckOptions) {
  const given = holdMembers(options, '', known, 'option', 'options') as unknown as CheckOptions
  const { api = 'v2', namespace = 'platform', signal, resume, onProgress, assumptions = {} } = given
  hold(oneOf('v1', 'v2'), api, 'api', 'option')
  hold(prefix, namespace, 'namespace', 'option')
  const { perSecond } = Object.hasOwn(options, 'rateLimit')
    ? (given.rateLimit ?? { perSecond: Infinity })
    : { perSecond: 4 }
  const baseUrl = addressOf(given)
  const same = { baseUrl, api, namespace }
  for (const [name, value] of resume === undefined ? [] : Object.entries(same)) {
    const before: unknown = isPlain(resume) ? resume[name as keyof typeof same] : undefined
    if (before !== value) throw new MockServiceError('option', 'resume', `is no report with this ${name}`)
  }
  if (resume !== undefined && !Array.isArray(resume.findings))
    throw new MockServiceError('option', 'resume.findings', 'must be a list')
  const requester = new Requester({
    ...{ baseUrl, api, signal, spacing: 1000 / hold(rate, perSecond, 'rateLimit.perSecond', 'option') },
    apiKey: hold(token, given.apiKey, 'apiKey', 'option'),
    fetch: hold(func, given.fetch ?? globalThis.fetch, 'fetch', 'option'),
  })
  return { ...same, requester, mock: checkAssumptions(assumptions), resume, onProgress }
}

/** The address without a slash at its end. A key goes over plain http to this machine alone. */
function addressOf({ baseUrl, allowInsecureHttp }: CheckOptions): string {
  const url = URL.parse(hold(text, baseUrl, 'baseUrl', 'option'))
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(baseUrl))
    throw new MockServiceError(
      'option',
      'baseUrl',
      'must begin with https:// and have no credentials, query or fragment',
    )
  const isNear = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isNear && !allowInsecureHttp)
    throw new MockServiceError(
      'option',
      'baseUrl',
      'begins with http, which shows the key on the way; allowInsecureHttp accepts it',
    )
  return url.href.replace(/\/+$/, '')
}

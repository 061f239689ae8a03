import { checkFindings } from '../assumptions/report.ts'
import { type Assumptions, checkAssumptions } from '../assumptions.ts'
import { MockServiceError } from '../errors.ts'
import type { CheckFinding, CheckReport } from '../types/check.ts'
import {
  address,
  type Check,
  check,
  email,
  flag,
  object,
  oneOf,
  prefix,
  textLike,
  token,
  validate,
  validateMembers,
} from '../validate.ts'
import type { CheckOptions, CheckWrites } from './types.ts'

const aFunction = check('a function', (value) => typeof value === 'function')
const perSecond = check<number>('a number above 0', (value) => typeof value === 'number' && value > 0)

/** The URL parser would change a path with dot segments, a query, line breaks or backslashes. */
const path = textLike(
  'a path such as /dc/osdi, written as in URLs, without query, fragment and dot segments',
  (value) => URL.parse(value, 'https://a.invalid')?.pathname === value && !/%2f|%5c|\/\//i.test(value),
)
const header = textLike('the name of a header, such as OSDI-API-Token', (value) => /^[a-z][\w.-]*$/i.test(value))

const optionChecks: { readonly [Name in keyof CheckOptions]-?: Check<unknown> } = {
  baseUrl: address,
  apiPath: path,
  keyHeader: header,
  apiKey: token,
  namespace: prefix,
  api: oneOf('v1', 'v2'),
  fetch: aFunction,
  rateLimit: object,
  signal: check('an AbortSignal', (value) => value instanceof AbortSignal),
  assumptions: object,
  resume: object,
  onProgress: aFunction,
  allowInsecureHttp: flag,
  writes: object,
}

/** The result of a probe: the service's setting, or a note. */
export type Observation =
  | { readonly service: Assumptions[keyof Assumptions] }
  | { readonly outcome: Exclude<CheckFinding['outcome'], 'as assumed'>; readonly note: string }

/** The members of a report that name the service. */
const serviceMembers = ['baseUrl', 'apiPath', 'api', 'namespace'] as const
type ServiceMember = (typeof serviceMembers)[number]

export interface ResolvedOptions extends Pick<CheckReport, ServiceMember> {
  readonly apiKey: string
  readonly keyHeader: string
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds from one request to the next. */
  readonly interval: number
  readonly signal: AbortSignal | undefined
  readonly onProgress: CheckOptions['onProgress']
  readonly writes: CheckWrites | undefined
  /** The mock's settings. */
  readonly mock: Readonly<Assumptions>
  /** The results in the report of the option `resume`. */
  readonly known: ReadonlyMap<keyof Assumptions, Observation>
}

/** Checks the options and fills in the defaults. */
export function resolveOptions(options: CheckOptions): ResolvedOptions {
  validateMembers(options, '', optionChecks, 'option', 'options')
  const { api = 'v2', namespace = 'platform', fetch = globalThis.fetch, signal, onProgress, resume } = options
  const { perSecond: rate } = 'rateLimit' in options ? (options.rateLimit ?? { perSecond: Infinity }) : { perSecond: 4 }
  const { apiPath = `/api/${api}`, keyHeader = api === 'v1' ? 'api-key' : 'OSDI-API-Token' } = options
  const service = { baseUrl: baseUrlOf(options), apiPath: apiPath.replace(/(?<=.)\/$/, ''), api, namespace }
  return {
    ...service,
    apiKey: validate(token, options.apiKey, 'apiKey', 'option'),
    keyHeader,
    fetch,
    interval: 1000 / validate(perSecond, rate, 'rateLimit.perSecond', 'option'),
    signal,
    onProgress,
    writes: checkWrites(options),
    mock: checkAssumptions(options.assumptions ?? {}),
    known: resume ? observationsIn(resume, service) : new Map(),
  }
}

/** Checks the base address, and removes trailing slashes. Refuses plain http to another machine, because others could read the key. */
function baseUrlOf({ baseUrl, allowInsecureHttp }: CheckOptions): string {
  const { href, protocol, hostname } = new URL(validate(address, baseUrl, 'baseUrl', 'option'))
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  if (protocol === 'http:' && !isLocal && !allowInsecureHttp) {
    const problem = 'begins with http, which shows the key on the way; allowInsecureHttp accepts it'
    throw new MockServiceError('option', 'baseUrl', problem)
  }
  return href.replace(/\/+$/, '')
}

/** The results in a report of the same service. Checks them, because the report may come from a file. */
function observationsIn(report: CheckReport, service: Pick<CheckReport, ServiceMember>): ResolvedOptions['known'] {
  for (const name of serviceMembers) validate(oneOf(service[name]), report[name], `resume.${name}`, 'option')
  const observations = new Map<keyof Assumptions, Observation>()
  for (const { assumption, outcome, service, note = '' } of checkFindings(report.findings, 'resume.findings')) {
    if (service !== undefined) observations.set(assumption, { service })
    else if (outcome === 'different') observations.set(assumption, { outcome, note })
  }
  return observations
}

/** Checks the options for writes. */
function checkWrites({ writes, resume }: CheckOptions): CheckWrites | undefined {
  if (writes === undefined) return undefined
  if (resume !== undefined)
    throw new MockServiceError('option', 'writes', 'cannot be combined with resume: it would make another event')
  validateMembers(writes, 'writes', { email, confirm: aFunction, onMade: aFunction }, 'option')
  return { ...writes }
}

import { type AnyEventsError, isEventsError } from 'osdi-events'
import { eventOf, pageOf } from '../../../support/client-answers.ts'
import type { Step } from '../../../support/loopback.ts'
import { base } from '../../../support/scripted-fetch.ts'
import { type AnyClient, versions as allVersions, apiKey, type VersionUnderTest } from '../../../support/versions.ts'

/** A request as a server got it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a server saw of a script. */
export interface Seen {
  readonly requests: readonly SeenRequest[]
  /** Requests without a whole answer whose connection is open. */
  readonly open: number
}

/** A script that a server plays under a base address of its own, for which `{base}` stands in it: request by request, the last step for all that come after it. */
export interface Script {
  readonly baseUrl: string
  seen(): Promise<Seen>
}

/** Has a server play a script. */
export async function scriptAt(server: string, steps: readonly Step[]): Promise<Script> {
  const response = await fetch(`${server}/_script`, { method: 'POST', body: JSON.stringify(steps) })
  const { id, baseUrl } = (await response.json()) as { readonly id: string; readonly baseUrl: string }
  const seen = async () => (await (await fetch(`${server}/_seen/${id}`)).json()) as Seen
  return { baseUrl, seen }
}

/** Where checks run. */
export interface World {
  /** Whether it is a page of a browser, which hides where redirects lead. */
  readonly page: boolean
  /** A mock service of 60 events behind a socket, ten on a page, and the key of its group. */
  readonly mock: { readonly url: string; readonly key: string }
  /** Has the service's server play a script. */
  script(...steps: readonly Step[]): Promise<Script>
  /** Has a server of another origin play a script. */
  elsewhere(...steps: readonly Step[]): Promise<Script>
}

/** A part of a check, done with each version; where the runtime takes requests, each part is one of them. */
export type Part = (world: World, subject: VersionUnderTest) => Promise<void>

/** Something that must hold on every runtime. */
export interface Check {
  readonly title: string
  readonly parts: readonly Part[]
  readonly instead?: Readonly<Record<string, string>>
}

/** A check of one part or of several. */
export const check = (title: string, ...parts: readonly Part[]): Check => ({ title, parts })

/** A check, and what some runtimes do instead of what its title says, in a word or two, by their names: for the page with the results. */
export const but = (instead: Readonly<Record<string, string>>, made: Check): Check => ({ ...made, instead })

/** What became of a part. */
export interface Verdict {
  readonly title: string
  readonly failure?: string
}

export function equal(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== should) throw new Error(`${what}: ${is}, which should have been ${should}`)
}

/** The package's own error that a call ends in, with its code as expected. */
export async function failureOf(call: () => unknown, ...codes: readonly string[]): Promise<AnyEventsError> {
  const thrown = await thrownBy(call)
  if (!isEventsError(thrown)) throw new Error(`should have ended in an error of ${codes}, not in ${String(thrown)}`)
  if (!codes.includes(thrown.code)) equal(thrown.code, codes, `code of "${thrown.message}"`)
  return thrown
}

/** Whatever a call ends in. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('the call did not fail')
}

/** Waits until something holds, for as long as the check may take. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** One call of each method, on the event `e1` where one is needed. */
export const callsOf = (client: AnyClient, { least, version }: VersionUnderTest, baseUrl: string) => ({
  GET: () => client.get('e1'),
  POST: () => client.create(least),
  PUT: () => client.update('e1', { description: 'Indoors' }),
  DELETE: () => client.delete('e1'),
  list: () => client.list().toArray({ max: 9 }),
  follow: () => client.follow(`${baseUrl}/api/${version}/events/e1`),
})

/** The requests of one method that a script saw. */
export const of = (method: string, requests: readonly { readonly method: string }[]): number =>
  requests.filter((request) => request.method === method).length

export { type AnyClient, apiKey, type Step, type VersionUnderTest }

/** Both versions, as pages may use them too. */
export const versions: readonly VersionUnderTest[] = allVersions.map((subject) => ({
  ...subject,
  open: (baseUrl, options) => subject.open(baseUrl, { dangerouslyAllowBrowser: true, ...options }),
}))

type Version = 'v1' | 'v2'

/** Any JSON as an answer, of the script's own address. */
export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Step => ({
  status,
  headers,
  body: JSON.stringify(value).replaceAll(base, '{base}'),
})

/** An event. */
export const event = (version: Version): Step => json(eventOf(version))

/** A page of one event, with a link to another where one is given. */
export const page = (version: Version, next?: string): Step => json(pageOf(version, ['e1'], next))

/** A refusal. */
export const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Step =>
  json({ error: 'Resting' }, status, headers)

/** A redirect. */
export const redirect = (status: number, location: string): Step => ({ status, headers: { location } })

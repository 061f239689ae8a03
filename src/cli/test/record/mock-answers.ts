import type { Assumptions, Geocode, MockService, MockServiceOptions, MockState } from 'osdi-events/mock'
import type { Counterparts } from './counterparts.ts'
import { type Answer, type Exchange, isRead, keyHeaders, keyOf, membersIn } from './exchange.ts'
import { NoState, pageIn, stateFor } from './known-state.ts'
import { MockIds } from './mock-ids.ts'
import type { Place } from './place.ts'
import type { Records } from './records.ts'
import type { StateBuilder } from './state.ts'
import { isObject, locationOf } from './values.ts'

type MockModule = Pick<
  typeof import('osdi-events/mock'),
  'createMockService' | 'defaultAssumptions' | 'MockServiceError'
>

/** What the mock imitates. */
export interface Imitated {
  readonly baseUrl: string
  readonly namespace: string
  readonly assumptions: Partial<Assumptions>
}

/** The answer of the mock, and what stands in it for the records of the service. */
export interface MockAnswer {
  readonly answer: Answer
  readonly counterparts: Counterparts
}

/** Page sizes of a service whose answers have shown none. */
const defaultPerPage = 25

/** So many values of a state are left out. */
const maxRemoved = 100

/** Asks mock services what a program has asked the real one. */
export class MockAnswers {
  readonly #mock: MockModule
  readonly #imitated: Imitated
  readonly #ids: MockIds
  readonly #services = new Map<number, MockService>()
  #perPage = defaultPerPage
  #place: ReturnType<Geocode> = locationOf({}).place

  constructor(mock: MockModule, imitated: Imitated) {
    this.#mock = mock
    this.#imitated = { ...imitated, assumptions: { ...imitated.assumptions, rateLimit: 'off' } }
    this.#ids = new MockIds(mock.createMockService, this.#options)
  }

  get #options(): MockServiceOptions {
    return { ...this.#imitated, requestLog: 0, geocode: () => this.#place }
  }

  /** The service with this page size. A restored state does not change it. */
  #serviceFor(perPage: number): MockService {
    const known = this.#services.get(perPage)
    if (known) return known
    const made = this.#mock.createMockService({ ...this.#options, perPage })
    this.#services.set(perPage, made)
    return made
  }

  /** @throws NoState if the mock cannot be in the state of the service */
  async ask(exchange: Exchange, place: Place, records: Records, now: string): Promise<MockAnswer> {
    const { order = this.#mock.defaultAssumptions.order } = this.#imitated.assumptions
    const state = stateFor({ exchange, place, records, ids: this.#ids, now, order })
    const { location } = membersIn(exchange.answer.body)
    this.#place = locationOf(isObject(location) ? location : {}).place
    const { perPage, query } = pageIn(exchange)
    if (perPage && !query.has('per_page')) this.#perPage = perPage
    const service = this.#serviceFor(Math.max(this.#perPage, perPage ?? 1))
    this.#restore(service, state.toState())
    return { answer: await this.#send(service, exchange, place, state, records), counterparts: state.counterparts }
  }

  /** Restores a state without the values that the mock cannot store. */
  #restore(service: MockService, state: MockState): void {
    let failed = ''
    for (let attempt = 0; attempt < maxRemoved; attempt += 1) {
      try {
        service.restore(state)
        return
      } catch (error) {
        if (!(error instanceof this.#mock.MockServiceError)) throw error
        // If the same field fails again, the value around it needs this field. So that value is removed too.
        failed = failed.startsWith(error.field) ? parentOf(failed) : error.field
        if (!remove(state, failed)) break
      }
    }
    throw new NoState('a value that the mock cannot store')
  }

  async #send(
    service: MockService,
    exchange: Exchange,
    { kind }: Place,
    { counterparts, token }: StateBuilder,
    records: Records,
  ): Promise<Answer> {
    const translated = (text: string) => counterparts.translate(text, this.#imitated.namespace, kind)
    const { method, target, headers, body } = exchange
    const type = headers['content-type']
    const key = isRefused(exchange, records) ? 'a-key-that-nobody-has' : token
    const sent = keyHeaders.flatMap((name) => {
      const given = headers[name]
      return given === undefined ? [] : [[name, given.trim() === '' ? '' : key] as [string, string]]
    })
    const { origin } = new URL(this.#imitated.baseUrl)
    const response = await service.fetch(origin + translated(target), {
      method,
      redirect: 'manual',
      headers: [...sent, ...(type === undefined ? [] : [['content-type', type] as [string, string]])],
      ...(!isRead(method) && body !== '' && { body: translated(body) }),
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      // An answer that repeats the key repeats that of the mock.
      body: (await response.text()).replaceAll(key, keyOf(exchange)),
    }
  }
}

const parentOf = (path: string): string => path.replace(/(?:\.[^.[\]]+|\[\d+\])$/, '')

/** Removes a value below a record of a state document. Returns false for a record itself, whose place others refer to. */
function remove(state: MockState, path: string): boolean {
  const names = path.match(/[^.[\]]+/g) ?? []
  const last = names.pop()
  if (names.length < 2 || last === undefined) return false
  const holder = names.reduce<unknown>((value, name) => Object(value)[name], state)
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete Object(holder)[last]
  return true
}

/** Whether the service has refused the key, and not the request. */
const isRefused = ({ method, answer }: Exchange, { isAccepted }: Records): boolean =>
  !isAccepted && (answer.status === 401 || (answer.status === 403 && isRead(method)))

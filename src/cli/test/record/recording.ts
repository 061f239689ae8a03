import type { Assumptions } from 'osdi-events/mock'
import { compare, type Difference } from './compare.ts'
import { type Exchange, isRead, isSuccess, keyOf, membersIn } from './exchange.ts'
import { isStored, itemsIn, NoState, pageIn } from './known-state.ts'
import { MockAnswers } from './mock-answers.ts'
import { type Place, placeOf } from './place.ts'
import { Records } from './records.ts'
import type { JsonObject } from './values.ts'
import { targetFor, type Vocabulary } from './words.ts'

/** A kind of difference, and how often it was seen. */
export interface CountedDifference extends Difference {
  /** Method and path of the request, such as `GET /api/v2/events/{id}`. */
  readonly request: string
  readonly count: number
}

/** What a recording has found. Contains no titles, people, ids or keys. */
export interface RecordReport {
  readonly baseUrl: string
  readonly namespace: string
  /** Requests that arrived at the service. */
  readonly requests: number
  readonly compared: number
  /** Writes that were refused without `--writes`. */
  readonly refused: number
  /** Requests that were not compared, by the reason. */
  readonly notCompared: Readonly<Record<string, number>>
  readonly differences: readonly CountedDifference[]
}

/** A recording keeps so many kinds of differences. */
const maxDifferences = 1000
/** A recording compares so many requests. */
const maxCompared = 2000

/** An event or RSVP that is this much older than the answer that shows it was there before the request. */
const olderMs = 60_000

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export class Recording {
  readonly #words: Vocabulary & { readonly keys: Set<string> }
  readonly #mock: MockAnswers
  /** The records that each key has seen. Keys of two groups see different ones. */
  readonly #records = new Map<string, Records>()
  readonly #differences = new Map<string, CountedDifference>()
  readonly #notCompared = new Map<string, number>()
  readonly #now: () => number
  #compared = 0
  #requests = 0
  #refused = 0

  constructor(
    mock: ConstructorParameters<typeof MockAnswers>[0],
    imitated: { readonly baseUrl: string; readonly namespace: string; readonly assumptions: Partial<Assumptions> },
    now: () => number,
  ) {
    const { baseUrl, namespace } = imitated
    this.#words = { baseUrl, namespace, keys: new Set() }
    this.#mock = new MockAnswers(mock, imitated)
    this.#now = now
  }

  /** Counts a write that does not reach the service, and returns how the report names it. */
  refuse(method: string, target: string): string {
    this.#refused += 1
    return this.#requestFor(method, target)
  }

  /** Counts a request that is not compared. */
  skip(reason: string): void {
    this.#requests += 1
    this.#leaveOut(reason)
  }

  #leaveOut(reason: string): void {
    this.#notCompared.set(reason, (this.#notCompared.get(reason) ?? 0) + 1)
  }

  /** Asks the mock the same as the service, and counts what differs. */
  async add(exchange: Exchange): Promise<void> {
    this.#requests += 1
    const key = keyOf(exchange)
    if (key !== '') this.#words.keys.add(key)
    const place = this.#placeOf(exchange.target)
    if (!place) return this.#leaveOut('not an address of the API')
    const records = this.#recordsOf(key)
    try {
      await this.#compare(exchange, place, records)
      this.#compared += 1
    } catch (error) {
      this.#leaveOut(error instanceof NoState ? error.message : 'the comparison failed')
    }
  }

  /** A request without a key is about records that a key has seen. */
  #recordsOf(key: string): Records {
    const known = this.#records.get(key) ?? (key === '' ? [...this.#records.values()].at(-1) : undefined)
    if (known) return known
    const made = new Records(this.#words)
    this.#records.set(key, made)
    return made
  }

  async #compare(exchange: Exchange, place: Place, records: Records): Promise<void> {
    if (this.#compared >= maxCompared) throw new NoState(`after the first ${maxCompared} requests`)
    const { method, target, answer } = exchange
    const resource = membersIn(answer.body)
    const at = Date.parse(answer.headers.date ?? '') || this.#now()
    const learn = () => {
      if (!isSuccess(answer)) return
      records.isAccepted ||= keyOf(exchange) !== ''
      records.learn(resource, resourceAt(records, resource, place))
      if (method === 'POST') records.learnPerson(resource, membersIn(exchange.body).person)
      if (isRead(method)) learnList(exchange, place, records)
    }
    const made = method === 'POST' && isSuccess(answer) ? isNew(resource, records, at) : undefined
    // A write is asked of the mock in the state before it.
    const isBefore = made || (!isRead(method) && isSeen(resource, records))
    if (!isBefore) learn()
    if (made) records.learnOwner(resource, membersIn(exchange.body))
    learnVetting(resource, place, records)
    const reason = reasonFor(exchange, records)
    if (reason === undefined) {
      const { answer: mock, counterparts } = await this.#mock.ask(exchange, place, records, new Date(at).toISOString())
      const request = this.#requestFor(method, target)
      for (const difference of compare(answer, mock, { words: this.#words, records, counterparts, made }))
        this.#count({
          request: difference.what === 'member' || difference.what === 'id' ? withoutQuery(request) : request,
          ...difference,
        })
    }
    if (isBefore) learn()
    if (reason !== undefined) throw new NoState(reason)
  }

  #count(difference: Omit<CountedDifference, 'count'>): void {
    const name = JSON.stringify(difference)
    const count = (this.#differences.get(name)?.count ?? 0) + 1
    if (count > 1 || this.#differences.size < maxDifferences) this.#differences.set(name, { ...difference, count })
  }

  #below(target: string): string {
    const { pathname } = new URL(this.#words.baseUrl)
    return pathname !== '/' && target.startsWith(pathname) ? target.slice(pathname.length) : target
  }

  #placeOf(target: string): Place | undefined {
    const [path = ''] = this.#below(target).split('?', 1)
    return placeOf(path, this.#words.namespace)
  }

  #requestFor(method: string, target: string): string {
    return `${methods.includes(method) ? method : 'another method'} ${targetFor(this.#below(target), this.#words)}`
  }

  report(): RecordReport {
    const { baseUrl, namespace } = this.#words
    return {
      ...{ baseUrl, namespace, requests: this.#requests, compared: this.#compared, refused: this.#refused },
      notCompared: Object.fromEntries(this.#notCompared),
      differences: [...this.#differences.values()],
    }
  }
}

/** The place of a resource in an answer. Without a link to itself, it is at the path of the request. */
const resourceAt = (records: Records, resource: JsonObject, place: Place): Place | undefined =>
  records.placeOf(resource) ?? (resource.identifiers === undefined ? undefined : place)

/** Members differ in the same way on all pages of a list. */
const withoutQuery = (request: string): string => request.replace(/\?.*/, '')

/** Whether an earlier answer has shown a resource. */
function isSeen(resource: JsonObject, records: Records): boolean {
  const { kind, id } = records.placeOf(resource) ?? {}
  return kind !== undefined && isStored(kind) && id !== undefined && records[kind].has(id)
}

/** Whether the service has made a resource for a POST: then the mock must not have it before. Undefined if the answer shows no resource. */
function isNew(resource: JsonObject, records: Records, at: number): boolean | undefined {
  if (records.placeOf(resource) === undefined) return undefined
  if (isSeen(resource, records)) return false
  const created = Date.parse(String(resource.created_date ?? resource.created_at))
  return !(created < at - olderMs)
}

/** An event that waits for approval shows that its campaign vets. */
function learnVetting({ status }: JsonObject, { kind, campaign }: Place, { campaigns }: Records): void {
  if (kind === 'events' && campaign !== undefined && status === 'pending_approval')
    campaigns.set(campaign, { ...campaigns.get(campaign), vetting: true })
}

/** Remembers how long a list is, and what it has shown. */
function learnList(exchange: Exchange, place: Place, records: Records): void {
  if (place.id !== undefined) return
  const { path, filter, page, total } = pageIn(exchange)
  if (total !== undefined) records.totals.set(path + (filter ?? ''), total)
  if (filter !== undefined) return
  const members = records.members.get(path) ?? new Set()
  records.members.set(path, members)
  for (const id of itemsIn(page, { records, place })) members.add(id)
}

/** Why an answer says nothing about the mock. */
function reasonFor({ method, target, body, answer }: Exchange, records: Records): string | undefined {
  const { status } = answer
  if (status === 429) return 'the service was asked too fast (429)'
  if (status >= 500) return 'the service failed (5xx)'
  if (status === 304) return 'the program has the answer already (304)'
  if (status >= 300 && status < 400) return 'the service redirects'
  if (status !== 409 || method !== 'POST' || target.includes('attendance')) return undefined
  // The service refuses an identifier that a record has. Without that record, the mock takes it.
  const sent = membersIn(body).identifiers
  const isKnown = [...records.events.values()].some(({ values }) =>
    values.identifiers?.some((each) => Array.isArray(sent) && sent.includes(each)),
  )
  return isKnown ? undefined : 'the answer depends on an event that no answer has shown'
}

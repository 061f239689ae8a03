import type { Counterparts } from './counterparts.ts'
import { type Answer, jsonIn } from './exchange.ts'
import type { Records } from './records.ts'
import { isObject, type JsonObject } from './values.ts'
import { addressFor, formFor, idFormOf, nameFor, type Vocabulary } from './words.ts'

/** Something in which two answers to the same request differ. Contains no value of the service. */
export interface Difference {
  readonly what: 'status' | 'header' | 'body' | 'items' | 'member' | 'link' | 'id'
  /** Where in the answer: a path such as `_embedded.osdi:events[].title`; empty for the answer itself. */
  readonly at: string
  readonly service: string
  readonly mock: string
}

/** What a comparison needs besides the answers. */
export interface Comparing {
  readonly words: Vocabulary
  readonly records: Records
  readonly counterparts: Counterparts
  /** Whether the service has made a resource for a POST; undefined for another request. */
  readonly made: boolean | undefined
}

/** Compares status, members, types and links. */
export function compare(service: Answer, mock: Answer, comparing: Comparing): readonly Difference[] {
  const found: Difference[] = []
  const add: Add = (what, at, service, mock) => {
    if (service !== mock) found.push({ what, at, service, mock })
  }
  add('status', '', String(service.status), String(mock.status))
  // Answers with different statuses have different members.
  if (service.status !== mock.status) return found
  const [one, other] = [jsonIn(service.body), jsonIn(mock.body)]
  if (service.body !== '' || mock.body !== '') add('header', 'content-type', mediaTypeOf(service), mediaTypeOf(mock))
  add('header', 'allow', presenceOf(service.headers.allow), presenceOf(mock.headers.allow))
  if (isObject(one) && isObject(other)) {
    const comparison = new Comparison(comparing, add)
    comparison.resources(one, other, '')
    comparison.made(other)
  } else add('body', '', bodyFormOf(service.body, one), bodyFormOf(mock.body, other))
  return found
}

const madeText = (made: boolean): string => (made ? 'a new one' : 'a known one')

type Add = (what: Difference['what'], at: string, service: string, mock: string) => void

const mediaTypes = ['application/json', 'application/hal+json', 'application/vnd.hal+json', 'text/html', 'text/plain']
const mediaTypeOf = ({ headers }: Answer): string => {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  return type ? (mediaTypes.find((each) => each === type) ?? 'another type') : 'absent'
}
const presenceOf = (value: unknown): string => (value === undefined ? 'absent' : 'present')

const bodyFormOf = (body: string, json: unknown): string =>
  body === '' ? 'empty' : json === undefined ? 'no JSON' : isObject(json) ? 'an object' : 'JSON of another form'

/** Members whose names are values: of custom fields, and of the sites where people come from. */
const maps = ['custom_fields', 'referrer_data']

class Comparison {
  readonly #comparing: Comparing
  readonly #add: Add

  constructor(comparing: Comparing, add: Add) {
    this.#comparing = comparing
    this.#add = add
  }

  /** Compares two resources: their members, what they embed, and their links. */
  resources(service: JsonObject, mock: JsonObject, at: string): void {
    const { _links: links, _embedded: embedded, ...members } = service
    const { _links: mockLinks, _embedded: mockEmbedded, ...mockMembers } = mock
    this.#members(members, mockMembers, at)
    this.#parts(links, mockLinks, `${at}_links`, (one, other, below) => this.#links(one, other, below))
    this.#parts(embedded, mockEmbedded, `${at}_embedded`, (one, other, below) => this.#embedded(one, other, below))
    const [id, mockId] = [service, mock].map((each) => this.#idOf(each))
    if (id !== undefined && mockId !== undefined) this.#add('id', at.slice(0, -1), idFormOf(id), idFormOf(mockId))
  }

  #idOf = (resource: JsonObject): string | undefined => this.#comparing.records.placeOf(resource)?.id

  #parts(
    service: unknown,
    mock: unknown,
    at: string,
    compareParts: (service: JsonObject, mock: JsonObject, at: string) => void,
  ): void {
    if (isObject(service) && isObject(mock)) compareParts(service, mock, `${at}.`)
    else this.#add('member', at, this.#formOf(service), this.#formOf(mock))
  }

  /** Compares what each name leads to. A name that only one side has is one difference, whatever is below it. */
  #names(
    service: JsonObject,
    mock: JsonObject,
    compareValues: (service: unknown, mock: unknown, name: string) => void,
  ): void {
    for (const name of new Set([...Object.keys(service), ...Object.keys(mock)]))
      compareValues(
        Object.hasOwn(service, name) ? service[name] : undefined,
        Object.hasOwn(mock, name) ? mock[name] : undefined,
        nameFor(name, this.#comparing.words),
      )
  }

  #members(service: JsonObject, mock: JsonObject, at: string): void {
    this.#names(service, mock, (one, other, name) => this.#values(one, other, at + name))
  }

  #values(service: unknown, mock: unknown, at: string): void {
    if (isObject(service) && isObject(mock)) {
      if (maps.some((name) => at.endsWith(name))) this.#first(Object.values(service), Object.values(mock), `${at}.*`)
      else this.#members(service, mock, `${at}.`)
    } else if (Array.isArray(service) && Array.isArray(mock)) {
      const both = Math.min(service.length, mock.length)
      if (both === 0) this.#first(service, mock, `${at}[]`)
      else this.#lengths(service, mock, `${at}[]`)
      for (let index = 0; index < both; index += 1) this.#values(service[index], mock[index], `${at}[]`)
    } else this.#add('member', at, this.#formOf(service), this.#formOf(mock))
  }

  #lengths(service: readonly unknown[], mock: readonly unknown[], at: string): void {
    if (service.length > mock.length) this.#add('items', at, 'more', 'fewer')
    else if (service.length < mock.length) this.#add('items', at, 'fewer', 'more')
  }

  /** Whether a POST has made a resource, or has found one. */
  made(mock: JsonObject): void {
    const { made, counterparts } = this.#comparing
    const id = this.#idOf(mock)
    if (made !== undefined && id !== undefined) this.#add('id', '', madeText(made), madeText(!counterparts.has(id)))
  }

  /** For two collections of which one may be empty. */
  #first([service]: readonly unknown[], [mock]: readonly unknown[], at: string): void {
    if ((service === undefined) !== (mock === undefined)) this.#values(service, mock, at)
  }

  /** Never the value itself. */
  #formOf(value: unknown): string {
    if (value === undefined) return 'absent'
    if (value === null || typeof value === 'boolean') return String(value)
    if (typeof value === 'string') return formFor(value, this.#comparing.words)
    return Array.isArray(value) ? 'list' : typeof value
  }

  #links(service: JsonObject, mock: JsonObject, at: string): void {
    this.#names(service, mock, (one, other, name) => {
      const isList = Array.isArray(one ?? other)
      if (one !== undefined && other !== undefined && isList !== Array.isArray(other))
        this.#add('link', at + name, this.#formOf(one), this.#formOf(other))
      const path = at + name + (isList ? '[]' : '')
      const links = [one].flat().filter(isObject)
      const mockLinks = [other].flat().filter(isObject)
      const isEmpty = links.length === 0 || mockLinks.length === 0
      // How many items a list has is compared where the items are.
      if (isEmpty && !(isList && Array.isArray(other)))
        this.#add('link', path, this.#targetOf(links[0]), this.#targetOf(mockLinks[0]))
      for (const [index, link] of links.entries()) {
        const mockLink = mockLinks[index]
        if (mockLink) this.#link(link, mockLink, path)
      }
    })
  }

  #link(service: JsonObject, mock: JsonObject, at: string): void {
    const { href: _href, ...link } = service
    const { href: _mockHref, ...mockLink } = mock
    const [target, mockTarget] = [this.#targetOf(service), this.#targetOf(mock)]
    this.#add('link', at, target, mockTarget)
    if (target === mockTarget) this.#sameTarget(service, mock, at)
    this.#members(link, mockLink, `${at}.`)
    // Names of curies are the prefixes of the service.
    const [prefix, mockPrefix] = [link.name, mockLink.name].map((name) =>
      nameFor(String(name ?? ''), this.#comparing.words),
    )
    if (at.endsWith('curies[]')) this.#add('link', `${at}.name`, String(prefix), String(mockPrefix))
  }

  /** Whether two links lead to the same record, if the mock has that of the service. */
  #sameTarget(service: JsonObject, mock: JsonObject, at: string): void {
    const { counterparts, records } = this.#comparing
    const expected = counterparts.of(records.placeAt(String(service.href)))
    const mockId = records.placeAt(String(mock.href))?.id
    if (expected !== undefined && mockId !== undefined && !at.endsWith('[]'))
      this.#add('link', at, 'one record', expected === mockId ? 'one record' : 'another record')
  }

  #targetOf(link: JsonObject | undefined): string {
    if (link === undefined) return 'absent'
    return typeof link.href === 'string' ? addressFor(link.href, this.#comparing.words) : this.#formOf(link.href)
  }

  #embedded(service: JsonObject, mock: JsonObject, at: string): void {
    this.#names(service, mock, (one, other, name) => {
      if (Array.isArray(one) && Array.isArray(other))
        this.#items(one.filter(isObject), other.filter(isObject), `${at}${name}[]`)
      else if (isObject(one) && isObject(other)) this.resources(one, other, `${at}${name}.`)
      else this.#add('member', at + name, this.#formOf(one), this.#formOf(other))
    })
  }

  /** Compares each item with the one that stands for it in the mock. */
  #items(service: readonly JsonObject[], mock: readonly JsonObject[], at: string): void {
    const { counterparts, records } = this.#comparing
    const found = new Map(mock.map((each) => [this.#idOf(each), each] as const))
    const expected = service.map((each) => counterparts.of(records.placeOf(each)) ?? '')
    const shown = mock.map((each) => this.#idOf(each) ?? '')
    this.#lengths(service, mock, at)
    if (service.length === mock.length && expected.join() !== shown.join()) {
      const isOrder = expected.toSorted().join() === shown.toSorted().join()
      this.#add('items', at, isOrder ? 'in another order' : 'others', isOrder ? 'in its own order' : 'its own')
    }
    for (const [index, each] of service.entries()) {
      const counterpart = found.get(expected[index])
      if (counterpart) this.resources(each, counterpart, `${at}.`)
    }
  }
}

import {
  createMockService,
  type MockCampaign,
  type MockKey,
  type MockServiceOptions,
  type Version,
} from 'osdi-events/mock'
import { type Draft, least, names, wire } from './names.ts'

/** The target of raw calls: a service, or another way to reach a service. */
export interface Target {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
}

/** A HAL link. A curie has a name and is templated. */
export interface WireLink {
  readonly href: string
  readonly name?: string
  readonly templated?: boolean
}

/** A parsed body: an event, a collection, a person, or an error. */
export interface Resource {
  readonly identifiers: readonly string[]
  readonly _links: Readonly<Record<string, WireLink | readonly WireLink[]>>
  readonly _embedded: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** A response with its parsed body; `{}` without a body. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Resource
}

const parsed = async (response: Response): Promise<ApiResponse> => {
  const text = await response.text()
  const body = JSON.parse(text === '' ? '{}' : text) as Resource
  return { status: response.status, headers: response.headers, body }
}

/** Calls any address, without a client. */
export const call = async (target: Target, url: string, init: RequestInit = {}): Promise<ApiResponse> =>
  parsed(await target.fetch(url, init))

type Key = string | { readonly token: string } | undefined

const tokenOf = (key: Key) => (typeof key === 'object' ? key.token : key)

/** Calls a path below `/api/<version>`. A body is sent as JSON. */
export const request = (
  target: Target,
  key: Key,
  version: Version,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiResponse> => {
  const headers = new Headers()
  const token = tokenOf(key)
  if (token !== undefined) headers.set(names[version].key, token)
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const url = path.startsWith('http') ? path : `${target.baseUrl}/api/${version}${path}`
  return call(target, url, { method, headers, ...content })
}

const successful = ({ status, body }: ApiResponse): Resource => {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** The id of an event or a person, without the prefix. */
export const idOf = (resource: Resource, namespace = 'platform'): string => {
  const native = resource.identifiers.find((entry) => entry.startsWith(`${namespace}:`))
  if (native === undefined) throw new Error(`no ${namespace} identifier in ${JSON.stringify(resource.identifiers)}`)
  return native.slice(namespace.length + 1)
}

/** The calls of one key in one version. All but `send` fail the test unless the status is 200. */
export const callerOf = (target: Target, key: Key, version: Version) => {
  const send = (method: string, path: string, body?: unknown) => request(target, key, version, method, path, body)
  return {
    send,
    create: async (draft: Draft = {}) => successful(await send('POST', '/events', least(version, draft))),
    update: async (event: Resource, draft: Draft) =>
      successful(await send('PUT', `/events/${idOf(event)}`, wire(version, draft))),
    read: async (event: Resource | string) =>
      successful(await send('GET', `/events/${typeof event === 'string' ? event : idOf(event)}`)),
    list: async (query = '') => successful(await send('GET', `/events${query}`)),
    follow: async (href: string) => successful(await send('GET', href)),
    personHref: (person: { readonly id: string }) => `${target.baseUrl}/api/${version}/people/${person.id}`,
  }
}

/** All addresses of a relation of a resource. */
export const hrefsOf = (resource: Resource, relation: string): readonly string[] => {
  const links = resource._links[relation] ?? []
  return ('href' in links ? [links] : links).map(({ href }) => href)
}

/** The first address of a relation, or undefined. */
export const hrefOf = (resource: Resource, relation: string): string | undefined => hrefsOf(resource, relation)[0]

/** The events that a collection embeds. */
export const eventsOf = (collection: Resource): readonly Resource[] =>
  collection._embedded['osdi:events'] as readonly Resource[]

/** The titles of a collection's events, in their order. */
export const titlesOf = (collection: Resource, version: Version): readonly unknown[] =>
  eventsOf(collection).map((event) => event[names[version].title])

/** A body with a creator link to this address. */
export const createdBy = (href: string) => ({ _links: { 'osdi:creator': { href } } })

/** A service with a group and its people, the group's key, and the key of an individual account. */
export const world = (options: MockServiceOptions = {}) => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z', ...options })
  const person = (given_name: string) =>
    service.addPerson({ given_name, family_name: 'Example', email_address: `${given_name.toLowerCase()}@example.org` })
  const creator = person('Cora')
  const member = person('Mia')
  const organizer = person('Omar')
  const administrator = person('Ada')
  const account = person('Ines')
  const stranger = person('Sten')
  const group = service.addGroup({
    title: 'Park friends',
    creator,
    members: [member],
    organizers: [organizer],
    administrators: [administrator],
  })
  const key: MockKey = service.addKey({ group })
  const individualKey: MockKey = service.addKey({ person: account })
  const campaign: MockCampaign = service.addCampaign({ title: 'Summer of trees', key })
  return {
    service,
    creator,
    member,
    organizer,
    administrator,
    account,
    stranger,
    group,
    key,
    individualKey,
    campaign,
  }
}

/** Like {@link world}, with the calls of the group's key in one version. */
export const worldOf = (version: Version, options: MockServiceOptions = {}) => {
  const made = world(options)
  const caller = callerOf(made.service, made.key, version)
  return { ...made, caller, ...caller }
}

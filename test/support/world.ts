import { createMockService, type MockService, type MockServiceOptions, type PlaceQuery } from 'osdi-events/mock'
import type { Bindings } from './placeholders.ts'

/** Finds the one place of the contract's fixtures for every address, and no place for an empty one. */
const geocode = (query: PlaceQuery) =>
  Object.keys(query).length === 0
    ? ({ ...nowhere, accuracy: 'Approximate' } as const)
    : ({ ...washington, accuracy: 'Rooftop' } as const)
const timeZone = 'America/New_York'
const nowhere = { region: '', country: 'US', latitude: 39.5, longitude: -98.35, timeZone }
const washington = {
  locality: 'Washington',
  region: 'DC',
  country: 'US',
  latitude: 38.8899,
  longitude: -76.9905,
  timeZone,
}

/** A service with the people, the group, the keys and the campaign that the contract's fixtures speak of. */
export const contractWorld = (options: MockServiceOptions = {}) => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z', geocode, ...options })
  const ana = service.addPerson({
    given_name: 'Ana',
    family_name: 'Reyes',
    email_address: 'ana@example.org',
    postal_code: '20009',
  })
  const luis = service.addPerson({
    given_name: 'Luis',
    family_name: 'Ortega',
    email_address: 'luis@example.org',
    postal_code: '20009',
  })
  const group = service.addGroup({ title: 'Park friends', creator: luis, administrators: [ana] })
  const anasGroup = service.addGroup({ title: 'Park friends', creator: ana })
  return {
    service,
    ana,
    luis,
    group,
    /** Key of a group of Luis's that Ana administers. */
    groupKey: service.addKey({ group }),
    /** Key of a group of Ana's. */
    anasKey: service.addKey({ group: anasGroup }),
    /** Key of Luis's own account. */
    individualKey: service.addKey({ person: luis }),
    /** What every fixture's placeholders mean here. */
    known: { '{base_url}': service.baseUrl } as Bindings,
  }
}

const headers = { v1: 'api-key', v2: 'OSDI-API-Token' } as const

/** An answer of the service, its body parsed. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
}

/** One plain request to a service, without any client. */
export const ask = async (
  service: MockService,
  version: 'v1' | 'v2',
  token: string,
  request: string,
  body?: unknown,
): Promise<PlainAnswer> => {
  const [method = '', path = ''] = request.split(' ')
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const response = await service.fetch(`${service.baseUrl}/api/${version}${path}`, {
    method,
    headers: { [headers[version]]: token, ...type },
    ...content,
  })
  return { status: response.status, headers: response.headers, json: await response.json() }
}

/** Id of an event's own identifier in the namespace `platform`. */
export const nativeId = (event: unknown): string => {
  const { identifiers } = event as { readonly identifiers: readonly string[] }
  return identifiers.find((entry) => entry.startsWith('platform:'))?.slice('platform:'.length) ?? ''
}

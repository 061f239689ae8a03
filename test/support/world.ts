import { createMockService, type MockService, type MockServiceOptions, type PlaceQuery } from 'osdi-events/mock'
import { idOf, type Resource, request } from './api.ts'
import type { Bindings } from './documents.ts'

/** Finds the same place of the contract's fixtures for every address, and no place for an empty address. */
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

/** A service with the people, the group, the keys and the campaign of the contract's fixtures. */
export const contractWorld = (options: MockServiceOptions = {}) => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z', geocode, ...options })
  const at = { postal_code: '20009' }
  const ana = service.addPerson({ given_name: 'Ana', family_name: 'Reyes', email_address: 'ana@example.org', ...at })
  const luis = service.addPerson({
    given_name: 'Luis',
    family_name: 'Ortega',
    email_address: 'luis@example.org',
    ...at,
  })
  const group = service.addGroup({ title: 'Park friends', creator: luis, administrators: [ana] })
  const anasGroup = service.addGroup({ title: 'Park friends', creator: ana })
  return {
    service,
    ana,
    luis,
    group,
    /** Key of Luis's group, of which Ana is an administrator. */
    groupKey: service.addKey({ group }),
    /** Key of Ana's group. */
    anasKey: service.addKey({ group: anasGroup }),
    /** Key of Luis's own account. */
    individualKey: service.addKey({ person: luis }),
    /** The values of placeholders in all fixtures. */
    known: { '{base_url}': service.baseUrl } as Bindings,
  }
}

/** A response of the service with its parsed body. */
export interface PlainResponse {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
}

/** A plain request to a service, without a client. */
export const ask = async (
  service: MockService,
  version: 'v1' | 'v2',
  token: string,
  line: string,
  content?: unknown,
): Promise<PlainResponse> => {
  const [method = '', path = ''] = line.split(' ')
  const { body, ...answer } = await request(service, token, version, method, path, content)
  return { ...answer, json: body }
}

/** The id in an event's own identifier, in the namespace `platform`. */
export const nativeId = (event: unknown): string => idOf(event as Resource)

import type { Assumptions, MockServiceOptions, Version } from 'osdi-events/mock'
import * as mock from 'osdi-events/mock'
import { Recording } from '../../src/cli/test/record/recording.ts'
import { names } from './names.ts'

/** Two services, the real one and the mock, which differ in these assumptions. */
export interface Pair {
  readonly version: Version
  readonly namespace?: string
  readonly real?: Partial<Assumptions>
  readonly mock?: Partial<Assumptions>
  readonly events?: number
}

export const now = '2026-05-01T12:00:00Z'

/** A recording of requests to a service in this process. */
export function recording({ version, namespace = 'platform', real = {}, mock: assumptions = {}, events = 12 }: Pair) {
  const baseUrl = 'https://events.example.org'
  const options: MockServiceOptions = {
    now,
    baseUrl,
    namespace,
    events,
    perPage: 5,
    assumptions: { ...real, rateLimit: 'off' },
  }
  const service = mock.createMockService(options)
  const recorded = new Recording(mock, { baseUrl, namespace, assumptions }, () => Date.parse(now))
  const { key: keyHeader } = names[version]
  const key = service.seeded.group.token
  const root = `/api/${version}`
  /** Sends a request below the version's root, or to an address of an answer. */
  const ask = async (method: string, to: string, body?: unknown, headers: Record<string, string | undefined> = {}) => {
    const target = to.startsWith(baseUrl) ? to.slice(baseUrl.length) : root + to
    const given = {
      [keyHeader.toLowerCase()]: key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const sent = Object.fromEntries(
      Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined),
    )
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const response = await service.fetch(baseUrl + target, {
      method,
      headers: sent,
      ...(text !== '' && { body: text }),
    })
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
    await recorded.add({ method, target, headers: sent, body: text, answer })
    try {
      return { status: answer.status, body: JSON.parse(answer.body) }
    } catch {
      return { status: answer.status, body: {} }
    }
  }
  const lines = () => {
    const { differences } = recorded.report()
    return differences.map(
      ({ request, what, at, service, mock, count }) =>
        `${request}  ${what}  ${at === '' ? '' : `${at}: `}${service} there, ${mock} in the mock  ×${count}`,
    )
  }
  return { service, recorded, ask, lines, key, baseUrl, root, report: () => recorded.report() }
}

export type Recorded = ReturnType<typeof recording>

/** What a program may ask: lists, pages, filters, single resources and errors. */
export async function read({ ask, service }: Recorded, version: Version): Promise<void> {
  const { attendances, modified } = names[version]
  await ask('GET', '/')
  for (let next: string | undefined = '/events'; next !== undefined; ) {
    const { body } = await ask('GET', next)
    next = body._embedded?.['osdi:events']?.length > 0 ? body._links.next?.href : undefined
  }
  const { body: page } = await ask('GET', '/events?per_page=3&page=2')
  const [event] = page._embedded?.['osdi:events'] ?? []
  const id = event._links.self.href
  await ask('GET', id)
  await ask('HEAD', id)
  await ask('GET', event._links['osdi:creator'].href)
  await ask('GET', `/events?filter=${encodeURIComponent(`${modified} lt '2026-04-01T00:00:00Z'`)}&per_page=2`)
  await ask('GET', `/events?filter=${encodeURIComponent(`${modified} gt '2999-04-01T00:00:00Z'`)}`)
  await ask('GET', `/events?filter=${encodeURIComponent('total_accepted lt 0')}`)
  for (const query of ['?page=1000', '?page=0', '?page=2x', '?other=1']) await ask('GET', `/events${query}`)
  await ask('GET', '/events/00000000-0000-4000-8000-000000000000')
  await ask('GET', '/events', undefined, { [names[version].key.toLowerCase()]: 'a-wrong-key' })
  for (const each of page._embedded['osdi:events'].slice(0, 2)) {
    const { body } = await ask('GET', each._links[attendances].href)
    const [rsvp] = body._embedded?.[attendances] ?? []
    if (rsvp) await ask('GET', rsvp._links.self.href)
    if (rsvp) await ask('GET', rsvp._links['osdi:person'].href)
  }
  await ask('GET', '/people')
  await ask('GET', '/people?page=2')
  const { body: campaigns } = await ask('GET', '/event_campaigns')
  const [campaign] = campaigns._embedded?.[`${service.namespace}:event_campaigns`] ?? []
  if (campaign) {
    await ask('GET', campaign._links.self.href)
    await ask('GET', campaign._links['osdi:events'].href)
  }
  for (const path of ['/forms', '/petitions', '/tags', '/nothing']) await ask('GET', path)
}

/** What a program may write: events, RSVPs and campaigns, once more, with mistakes, and with what others have. */
export async function write({ ask, service }: Recorded, version: Version): Promise<void> {
  const { attendances, title, origin } = names[version]
  const made = { [title]: 'Picnic', [origin]: 'Calendar', identifiers: ['calendar:1'] }
  const location = { venue: 'Fountain', locality: 'Springfield', postal_code: '12345', country: 'US' }
  const { body: event } = await ask('POST', '/events', { ...made, description: 'Bring a blanket.', location })
  const self = event._links.self.href
  await ask('POST', '/events', made)
  const { body: other } = await ask('POST', '/events', {
    ...made,
    identifiers: ['calendar:2'],
    unknown: 1,
    description: 7,
    tag_list: ['parks'],
  })
  await ask('POST', '/events', { ...made, identifiers: ['calendar:1', 'calendar:2'] })
  await ask('POST', '/events', { ...made, identifiers: ['nothing'] })
  await ask('POST', '/events', { [title]: 'Without origin' })
  await ask('POST', '/events', '[]')
  await ask('POST', '/events', 'text', { 'content-type': 'text/plain' })
  await ask('POST', '/events', { ...made, identifiers: [], location: { locality: 'Nowhere at all' } })
  await ask('PUT', self, { description: null, location: { venue: 'Hall' } })
  await ask('PUT', self, { identifiers: ['calendar:2'] })
  await ask('PUT', self, { identifiers: ['calendar:3'] })
  await ask('PUT', self, {})
  if (other._links) await ask('PUT', other._links.self.href, { [title]: 'Hike' })
  await ask('PUT', '/events/00000000-0000-4000-8000-000000000000', { [title]: 'Hike' })
  await ask('DELETE', self)
  const page = await ask('GET', '/events')
  const [creators] = [page.body._embedded?.['osdi:events'] ?? []]
  const creator = creators
    .map((each: Shown) => each._links['osdi:creator']?.href)
    .find((each: string) => each !== event._links['osdi:creator'].href)
  await ask('POST', '/events', { ...made, identifiers: [], _links: { 'osdi:creator': { href: creator } } })
  const rsvps = event._links[attendances].href
  const person = { given_name: 'Ada', family_name: 'Lovelace', email_addresses: [{ address: 'ada@example.org' }] }
  const { body: rsvp } = await ask('POST', rsvps, { person, status: 'declined', '{}': 1 })
  await ask('POST', rsvps, { person })
  await ask('POST', rsvps, { person: { given_name: 'Nobody' } })
  await ask('POST', rsvps, { person: { phone_numbers: [{ number: 5550100 }] } })
  await ask('POST', rsvps, { person: { phone_numbers: [{ number: '555-0100' }] } })
  await ask('GET', rsvps)
  if (rsvp._links) await ask('PUT', rsvp._links.self.href, { status: 'tentative' })
  if (rsvp._links) await ask('GET', rsvp._links['osdi:person'].href)
  await ask('POST', '/people', {
    person: { email_addresses: [{ address: 'grace@example.org' }], custom_fields: { Pet: 3 } },
  })
  const { body: campaign } = await ask('POST', '/event_campaigns', { [title]: 'Spring', [origin]: 'Calendar' })
  if (campaign._links) {
    const events = campaign._links['osdi:events'].href
    await ask('POST', events, { ...made, identifiers: [] })
    await ask('GET', events)
    const vetting = service.addCampaign({ title: 'Vetted', key: service.seeded.group, vetting: true })
    await ask('POST', `/event_campaigns/${vetting.id}/events`, { ...made, identifiers: [] })
    await ask('PUT', campaign._links.self.href, { description: 'All over town' })
  }
  await ask('POST', rsvps, { person: { email_addresses: [{ address: 'keyless@example.org' }] } }, withoutKey)
  await ask('POST', '/people', { person: { email_addresses: [{ address: 'keyless@example.org' }] } }, withoutKey)
  await ask('GET', self)
  const individual = { [names[version].key.toLowerCase()]: service.seeded.individual.token }
  await ask('POST', '/events', { ...made, identifiers: [] }, individual)
  await ask('POST', '/event_campaigns', { [title]: 'Spring', [origin]: 'Calendar' }, individual)
}

interface Shown {
  readonly _links: Readonly<Record<string, { readonly href: string } | undefined>>
}

const withoutKey = { 'api-key': undefined, 'osdi-api-token': undefined }

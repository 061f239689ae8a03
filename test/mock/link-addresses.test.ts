import { createMockService, type MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const headers = { v1: 'api-key', v2: 'OSDI-API-Token' } as const

/** Every address in an answer, those of curies excepted: they name documentation, not resources. */
function hrefsIn(value: unknown, name = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || name === 'curies') return []
  if ('href' in value && typeof value.href === 'string') return [value.href]
  return Object.entries(value).flatMap(([inner, member]) => hrefsIn(member, Array.isArray(value) ? name : inner))
}

/** Asks for everything that can be reached from an address, and gives the status of each. */
async function crawl(service: MockService, start: string, header: string, token: string) {
  const statuses = new Map<string, number>()
  const open = [start]
  for (let href = open.pop(); href !== undefined; href = open.pop()) {
    if (statuses.has(href)) continue
    const answer = await service.fetch(href, { headers: { [header]: token } })
    statuses.set(href, answer.status)
    open.push(...hrefsIn(await answer.json()))
  }
  return statuses
}

/** A service with an event of every kind: of a campaign, with RSVPs, with an explicit creator, and bare. */
function fullService(options: Parameters<typeof createMockService>[0] = {}) {
  const service = createMockService({ events: 12, perPage: 3, ...options })
  const organizer = service.addPerson()
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends', organizers: [organizer] }) })
  const campaign = service.addCampaign({ title: 'Spring', key })
  const event = service.addEvent({ title: 'Picnic', campaign, creator: organizer }, { key })
  service.attend(event, 4)
  service.addEvent({ title: 'Walk' }, { key, via: 'api' })
  return { service, key }
}

for (const version of ['v1', 'v2'] as const) {
  test(`no link of any ${version} answer leads nowhere`, async () => {
    const { service, key } = fullService()
    for (const { token } of [key, service.seeded.group, service.seeded.individual]) {
      const statuses = await crawl(service, `${service.baseUrl}/api/${version}/events`, headers[version], token)
      expect([...statuses].filter(([, status]) => status !== 200)).toEqual([])
      expect(statuses.size).toBeGreaterThan(token === service.seeded.individual.token ? 0 : 20)
    }
  })

  test(`no link of a ${version} answer leaves the version or the service`, async () => {
    const { service, key } = fullService({ baseUrl: 'http://localhost:4010/osdi/', namespace: 'action_network' })
    const statuses = await crawl(service, `${service.baseUrl}/api/${version}/events`, headers[version], key.token)
    const strays = [...statuses.keys()].filter((href) => !href.startsWith(`http://localhost:4010/osdi/api/${version}/`))
    expect(strays).toEqual([])
    expect([...statuses.values()].every((status) => status === 200)).toBe(true)
  })
}

test('with campaign links prefixed, they lead to the campaign all the same', async () => {
  const { service, key } = fullService({ assumptions: { campaignLink: 'prefixed' } })
  const statuses = await crawl(service, `${service.baseUrl}/api/v2/events`, headers.v2, key.token)
  expect([...statuses].filter(([, status]) => status !== 200)).toEqual([])
  expect([...statuses.keys()].some((href) => /event_campaigns\/platform(:|%3A)/.test(href))).toBe(true)
})

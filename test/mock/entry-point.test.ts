import { actionNetwork, createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { versions } from '../support/names.ts'

interface Titled {
  readonly href: string
  readonly title: string
}

for (const version of versions) {
  const header = { v1: 'api-key', v2: 'OSDI-API-Token' }[version]
  const opened = () => {
    const service = createMockService({ ...actionNetwork, perPage: 10 })
    const get = (path = '', key?: string, method = 'GET') =>
      service.fetch(`https://actionnetwork.org/api/${version}${path}`, {
        method,
        headers: key === undefined ? {} : { [header]: key },
      })
    return { service, get, key: service.seeded.group.token }
  }

  test(`the entry point links to every collection, with and without a final slash (${version})`, async () => {
    const { service, get, key } = opened()
    const root = `https://actionnetwork.org/api/${version}`
    const response = await get('', key)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/hal+json'])
    const { _links: links, ...fields } = (await response.json()) as { _links: Record<string, Titled> }
    expect(fields).toEqual({
      motd: expect.any(String),
      vendor_name: expect.any(String),
      product_name: expect.any(String),
      osdi_version: '1.1.1',
      namespace: 'action_network',
      max_page_size: 10,
    })
    const { curies, ...titled } = links
    const docs = `https://actionnetwork.org/docs/${version}`
    expect(curies).toEqual(['osdi', 'action_network'].map((name) => ({ name, href: `${docs}/{rel}`, templated: true })))
    for (const link of Object.values(titled))
      expect(link).toEqual({ href: expect.any(String), title: expect.any(String) })
    expect(Object.fromEntries(Object.entries(titled).map(([relation, { href }]) => [relation, href]))).toEqual({
      self: `${root}/`,
      docs,
      'osdi:people': `${root}/people`,
      'osdi:events': `${root}/events`,
      'osdi:petitions': `${root}/petitions`,
      'osdi:forms': `${root}/forms`,
      'osdi:fundraising_pages': `${root}/fundraising_pages`,
      'osdi:donations': `${root}/donations`,
      'osdi:advocacy_campaigns': `${root}/advocacy_campaigns`,
      'osdi:tags': `${root}/tags`,
      'osdi:lists': `${root}/lists`,
      'osdi:person_signup_helper': `${root}/people`,
      'action_network:event_campaigns': `${root}/event_campaigns`,
      'action_network:campaigns': `${root}/campaigns`,
    })
    for (const path of ['/', '?x=1', '/?x=1'])
      expect(await (await get(path, key)).json()).toEqual({ ...fields, _links: links })
    const logged = service.requests.map(({ operation, version: logged }) => [operation, logged])
    expect(logged).toEqual(logged.map(() => ['entryPoint.get', version]))
  })

  test(`GET of the entry point answers 200 with any key or no key, and shows osdi:tags only to a valid key (${version})`, async () => {
    const { get, key } = opened()
    const linksFor = async (sent?: string) => {
      const response = await get('', sent)
      expect(response.status).toBe(200)
      return ((await response.json()) as { _links: Record<string, Titled> })._links
    }
    const { 'osdi:tags': tags, ...others } = await linksFor(key)
    expect(tags).toBeDefined()
    expect(await linksFor('unknown')).toEqual(others)
    expect(await linksFor()).toEqual(others)
  })

  test(`HEAD of the entry point answers like GET without the body, and every other method answers 405 (${version})`, async () => {
    const { get, key } = opened()
    const head = await get('/', key, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe((await get('/', key)).headers.get('content-length'))
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await get('/', key, method)
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
  })

  test(`a fault rule for entryPoint.get matches only the entry point, and the rate limit counts requests for the entry point (${version})`, async () => {
    const { service, get, key } = opened()
    service.faults.add({ operation: 'entryPoint.get', times: 1, effect: { kind: 'status', status: 503 } })
    expect((await get('/events', key)).status).toBe(200)
    expect([(await get('', key)).status, (await get('', key)).status]).toEqual([503, 200])
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await get('', key)).status))
    expect(statuses).toContain(429)
    // No key, no limit.
    expect((await get()).status).toBe(200)
  })
}

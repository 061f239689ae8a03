import { idOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { callerOf, hrefOf } from '../../../support/api.ts'
import { started } from '../../../support/cli.ts'
import { names, versions } from '../../../support/names.ts'
import { installOutside, outside } from '../installed.ts'

installOutside()

/** Starts Prism with these arguments, and waits until it listens. */
async function prism(...args: readonly string[]) {
  const running = started(process.execPath, [outside('@stoplight/prism-cli/dist/index.js'), ...args, '--port', '0'])
  const [, url = ''] = await running.until('stdout', /listening on (http:\S+)/)
  return { ...running, url }
}

for (const version of versions) {
  const { title, attendances, attendancesPath } = names[version]

  test(`a client of ${version} works with Prism as a mock server from the OpenAPI document`, async () => {
    await using server = await serve(createMockService())
    await using standIn = await prism('mock', `${server.url}/_mock/openapi/${version}.json`)
    const page = await callerOf({ baseUrl: standIn.url, fetch }, 'any', version).list()
    expect(page._embedded['osdi:events']).toMatchObject([{ [title]: 'Picnic in the park' }])
  })

  test(`Prism as a proxy finds no violation between client and mock in ${version}, and finds a planted one`, async () => {
    const service = createMockService({ events: 60 })
    await using server = await serve(service)
    await using proxy = await prism('proxy', '--errors', `${server.url}/_mock/openapi/${version}.json`, server.url)
    const caller = callerOf({ baseUrl: proxy.url, fetch }, server.keys.group, version)
    const made = await caller.create({ start: '2026-06-20T11:00:00', location: { postal_code: '20009' } })
    expect(await caller.read(made)).toEqual(made)
    expect(await caller.update(made, { description: 'Indoors' })).toMatchObject({ description: 'Indoors' })
    expect(await caller.list('?page=2')).toMatchObject({ page: 2 })
    const rsvp = { person: { email_addresses: [{ address: 'ada@example.org' }] } }
    const recorded = await caller.send('POST', `/events/${idOf(made)}/${attendancesPath}`, rsvp)
    expect(recorded.status).toBe(200)
    for (const relation of [attendances, 'osdi:creator', 'platform:embed'])
      expect(await caller.follow(hrefOf(made, relation)?.replace(server.url, proxy.url) ?? '')).toHaveProperty('_links')
    expect((await caller.send('GET', '/events/none')).body).toEqual({ error: 'Event not found' })
    expect((await caller.send('POST', '/events', {})).body).toMatchObject({ title: 'Invalid request', status: 422 })
    service.faults.add({ effect: { kind: 'shape' } })
    expect((await caller.send('GET', '/events')).body).toMatchObject({ title: 'Request/Response not valid' })
  })
}

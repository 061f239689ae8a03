import { expect, test } from 'vitest'
import { callerOf, idOf, world, worldOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

for (const version of versions) {
  test(`an API-created event becomes a target with its first RSVP (${version}: v1 §1.5, v2 §1.6)`, async () => {
    const { service, key, stranger, member } = world()
    const made = await callerOf(service, key, version).create({ title: 'Picnic', origin: 'Town Calendar' })
    expect(service.targeting(key)).toEqual([])
    service.attend(made, stranger)
    service.attend(made, member)
    const people = [stranger.id, member.id]
    expect(service.targeting(key)).toEqual([{ id: idOf(made), label: '[1, Town Calendar Event], Picnic', people }])
  })

  test(`an API-created event has no public and no manage page (${version}: v1 §1.4, v1 §2.1b, v2 §1.5b)`, async () => {
    const { service, key, caller } = worldOf(version)
    const made = await caller.create()
    const added = service.addEvent({ title: 'As a POST' }, { key, via: 'api' })
    for (const event of [await caller.read(made), await caller.read(added.id)]) {
      expect(event).not.toHaveProperty('url')
      expect(event).not.toHaveProperty('browser_url')
    }
    expect(service.dashboard(key)).toEqual([])
  })

  test(`a user-interface event has a public page and a manage page of its own (${version}: v1 §1.4, v1 §2.1b, v2 §1.5b)`, async () => {
    const { service, key, caller } = worldOf(version)
    const first = service.addEvent({ title: 'Tree walk' }, { key })
    const second = service.addEvent({ title: 'Tree walk' }, { key })
    const name = { v1: 'url', v2: 'browser_url' }[version]
    const pages = service.dashboard(key).flatMap((entry) => [entry.publicUrl, entry.manageUrl])
    expect(new Set(pages).size).toBe(4)
    for (const page of pages) expect(URL.canParse(page)).toBe(true)
    expect((await caller.read(first.id))[name]).toBe(pages[0])
    expect((await caller.read(second.id))[name]).toBe(pages[2])
  })
}

test("a caller's own browser_url is kept, and never shows as url (v2 §1.5b, v1 §2.1b)", async () => {
  const { service, key } = world()
  const browser_url = 'https://calendar.example.org/7'
  const made = await callerOf(service, key, 'v2').create({ browser_url })
  expect(made.browser_url).toBe(browser_url)
  expect(await callerOf(service, key, 'v1').read(made)).not.toHaveProperty('url')
  expect(service.dashboard(key)).toEqual([])
})

test("a user-interface event's url in version 1 is the service's, whatever version 2 sets (v1 §2.1b)", async () => {
  const { service, key } = world()
  const { id } = service.addEvent({ title: 'Tree walk' }, { key })
  const [entry] = service.dashboard(key)
  const changed = await callerOf(service, key, 'v2').send('PUT', `/events/${id}`, {
    browser_url: 'https://else.example.org/',
  })
  expect(changed.body.browser_url).toBe('https://else.example.org/')
  const { url } = await callerOf(service, key, 'v1').read(id)
  expect(url).not.toBe('https://else.example.org/')
  expect(url).toBe(entry?.publicUrl)
})

test('a user-interface event is a target under its title alone (v2 §1.6)', () => {
  const { service, key, stranger } = world()
  const { id } = service.addEvent({ title: 'Tree walk', origin_system: 'Park friends' }, { key })
  service.attend(id, stranger)
  expect(service.targeting(key)).toEqual([{ id, label: 'Tree walk', people: [stranger.id] }])
})

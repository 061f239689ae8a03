import { expect, test } from 'vitest'
import { call, hrefOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'
import { notEditable } from '../support/not-editable.ts'

for (const version of versions) {
  const { title, origin, created, modified, start, instructions } = names[version]

  const full = async () => {
    const made = worldOf(version)
    const event = await made.create({
      identifiers: ['calendar:7'],
      description: 'Bring a blanket',
      instructions: 'Meet at the fountain',
      start: '2026-06-20T11:00:00Z',
      location: { venue: 'Lincoln Park', postal_code: '20003' },
    })
    return { ...made, event }
  }

  const factsOf = (event: Resource) => {
    const { identifiers, _links, [created]: _created, [modified]: _modified, ...facts } = event
    expect(identifiers).toHaveLength(1)
    return { ...facts, creator: hrefOf(event, 'osdi:creator'), organizer: hrefOf(event, 'osdi:organizer') }
  }

  test(`POST ignores fields that callers cannot edit (${version}: v1 §2.1d, v2 §2.1c)`, async () => {
    const { administrator, create, read, personHref } = worldOf(version)
    const organizer = { 'osdi:organizer': { href: personHref(administrator) } }
    const [plain, dressed] = [await create(), await create({ ...notEditable[version], _links: organizer })]
    expect(factsOf(dressed)).toEqual(factsOf(plain))
    // Both dates are the service's own: they differ between the two events, but not from the clock.
    expect(dressed[created]).toMatch(/^2026-05-01T12:0\d:\d\dZ$/)
    expect(dressed[modified]).toBe(dressed[created])
    expect(await read(dressed)).toEqual(dressed)
  })

  test(`PUT ignores fields that callers cannot edit (${version}: v1 §4.7b, v2 §4.8)`, async () => {
    const { update, read, event } = await full()
    expect(await update(event, notEditable[version])).toEqual(event)
    expect(await read(event)).toEqual(event)
  })

  test(`a time that is no date-time is left out (${version}: v1 §2.1f, v2 §2.1g)`, async () => {
    const { create } = worldOf(version)
    const offsets = ['+24:00', '+99:99', '-05:60', '+5', '+05:', 'z'].map((offset) => `2026-06-20T11:00:00${offset}`)
    const days = ['2026-06-20', '2026-06-20 11:00:00', '2026-02-30T11:00:00', '2026-06-20T25:00:00']
    for (const time of ['next Tuesday', '', ...days, ...offsets, 1_750_000_000, {}]) {
      expect(await create({ start: time })).not.toHaveProperty(start)
    }
  })

  test(`PUT ignores invalid entries and takes the valid ones (${version}: v1 §4.7b, v2 §4.8)`, async () => {
    const { update, event } = await full()
    const texts = { title: '', origin: 5, [instructions]: ['a', 'list'], [start]: 'next Tuesday', weather: 'sunny' }
    const others = { location: 'in the park', identifiers: 'calendar:8', _links: 'none' }
    const updated = await update(event, { ...texts, ...others, description: 'Bring tea' })
    expect(updated).toEqual({ ...event, description: 'Bring tea', [modified]: updated[modified] })
  })

  test(`a method that an address does not take is refused, naming those it takes (${version}: v1 §4d, v2 §4f)`, async () => {
    const { send, list, campaign, event } = await full()
    const path = `/events/${idOf(event)}`
    const before = await list()
    const wrong = [
      ['/events', ['PUT', 'DELETE', 'PATCH'], ['GET', 'POST']],
      [path, ['POST', 'DELETE', 'PATCH'], ['GET', 'PUT']],
      [`/event_campaigns/${campaign.id}/events`, ['POST'], ['GET']],
    ] as const
    for (const [address, methods, allowed] of wrong) {
      for (const method of methods) {
        const { status, headers, body } = await send(method, address, least(version))
        expect([method, address, status]).toEqual([method, address, 405])
        expect(headers.get('allow')?.split(/,\s*/)).toEqual(expect.arrayContaining([...allowed]))
        expect(headers.get('allow')).not.toContain(method)
        expect(body).toEqual({ error: expect.stringMatching(/\S/) })
      }
    }
    expect(await list()).toEqual(before)
  })

  test(`a body that is not JSON, or no JSON object, is refused (${version})`, async () => {
    const { service, key, list } = worldOf(version)
    const headers = { [names[version].key]: key.token, 'Content-Type': 'application/json' }
    const url = `${service.baseUrl}/api/${version}/events`
    for (const body of ['', '{', 'text', '[]', '[{}]', 'null', '5', '"text"', `${JSON.stringify(least(version))}x`]) {
      const refused = await call(service, url, { method: 'POST', headers, body })
      expect([body, refused.status]).toEqual([body, 400])
      expect(refused.body).toEqual({ error: expect.stringMatching(/\S/) })
    }
    for (const field of [title, origin]) {
      for (const value of ['', null, 5, true, [], {}]) {
        const { status, body } = await call(service, url, {
          ...{ method: 'POST', headers },
          body: JSON.stringify({ ...least(version), [field]: value }),
        })
        expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
      }
    }
    expect(await list()).toMatchObject({ total_records: 0 })
  })
}

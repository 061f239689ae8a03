import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, titlesOf, world } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'
import type { Reach } from '../support/ways.ts'

const ids = {
  events: { v1: 'v1 §4a, v1 §2.1e, v1 §4.7b', v2: 'v2 §4a, v2 §2.1d, v2 §4.8' },
  paging: { v1: 'v1 §4.2, v1 §4b', v2: 'v2 §4.3, v2 §4b' },
  refusals: { v1: 'v1 §4c, v1 §4d, v1 §5.1', v2: 'v2 §4e, v2 §4f, v2 §5.1' },
  rsvp: { v1: 'v1 §1.2', v2: 'v2 §1.3' },
} as const

/** The suite of the service's behaviour, over one way to reach it; it runs in Node and in a page. */
export function testOverWay(way: string, reach: Reach): void {
  for (const version of versions) {
    const { title, created, modified, start } = names[version]

    const reached = async () => {
      const { service, key, ...rest } = world({ perPage: 2 })
      const { close, ...target } = await reach(service)
      return { service, key, ...rest, target, caller: callerOf(target, key, version), [Symbol.asyncDispose]: close }
    }

    test(`${way}: an event is created, read and updated (${ids.events[version]})`, async () => {
      await using open = await reached()
      const { caller } = open
      const draft = { title: 'Grünes Picknick 🌳', start: '2026-06-20T11:00:00Z', identifiers: ['calendar:7'] }
      const { status, headers, body } = await caller.send('POST', '/events', least(version, draft))
      expect(status).toBe(200)
      expect(headers.get('content-type')).toMatch(/^application\/hal\+json(?:;|$)/)
      expect(headers.get('cache-control')).toBe('max-age=0, private, must-revalidate')
      expect(body).toMatchObject({ [title]: 'Grünes Picknick 🌳', [start]: '2026-06-20T11:00:00Z' })
      expect(await caller.read(body)).toEqual(body)
      const updated = await caller.update(body, { description: 'Indoors' })
      expect(updated).toEqual({ ...body, description: 'Indoors', [modified]: updated[modified] })
      expect(updated[created]).toBe(body[created])
      expect(updated[modified]).not.toBe(body[modified])
    })

    test(`${way}: a collection is walked by its next links (${ids.paging[version]})`, async () => {
      await using open = await reached()
      const { caller, service, key } = open
      for (const number of [1, 2, 3, 4, 5]) service.addEvent({ title: `Event ${number}` }, { key })
      const titles: unknown[] = []
      let address: string | undefined = '/events'
      for (let pages = 0; address !== undefined && pages < 9; pages++) {
        const page = await caller.follow(address)
        titles.push(...titlesOf(page, version))
        address = hrefOf(page, 'next')
      }
      expect(titles).toEqual(['Event 1', 'Event 2', 'Event 3', 'Event 4', 'Event 5'])
      expect(titlesOf(await caller.list('/'), version)).toEqual(['Event 1', 'Event 2'])
    })

    test(`${way}: what is refused answers an error and stores nothing (${ids.refusals[version]})`, async () => {
      await using open = await reached()
      const { caller, target } = open
      const made = await caller.create()
      const path = `/events/${idOf(made)}`
      const refused = [
        await caller.send('DELETE', path),
        await caller.send('POST', '/events', {}),
        await caller.send('GET', '/events/none'),
        await caller.send('GET', '/nowhere'),
        await callerOf(target, 'nobody', version).send('GET', path),
        await callerOf(target, undefined, version).send('GET', path),
      ]
      expect(refused.map(({ status }) => status)).toEqual([405, 400, 404, 404, 403, 403])
      for (const { body } of refused) expect(body).toEqual({ error: expect.stringMatching(/\S/) })
      expect(await caller.list()).toMatchObject({ total_records: 1 })
    })

    test(`${way}: an RSVP is recorded and counted (${ids.rsvp[version]})`, async () => {
      await using open = await reached()
      const { caller, member } = open
      const made = await caller.create()
      const address = hrefOf(made, names[version].attendances) ?? ''
      const body = { _links: { 'osdi:person': { href: caller.personHref(member) } } }
      expect((await caller.send('POST', address, body)).status).toBe(200)
      expect((await caller.read(made)).total_accepted).toBe(1)
    })

    test(`${way}: the journal has each request once, keys redacted (${version})`, async () => {
      await using open = await reached()
      const { caller, service, key } = open
      await caller.create()
      await caller.list('?page=1')
      expect(service.requests.map(({ method, status }) => [method, status])).toEqual([
        ['POST', 200],
        ['GET', 200],
      ])
      expect(service.requests[0]?.body).toEqual(least(version))
      expect(JSON.stringify(service.requests)).not.toContain(key.token)
    })
  }
}

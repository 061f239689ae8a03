import { idOf as eventId, linkOf } from 'osdi-events'
import type { FaultEffect } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callerOf, hrefOf, idOf, titlesOf, world } from '../support/api.ts'
import { clientWorld } from '../support/client-world.ts'
import { failureOf } from '../support/failure.ts'
import { least, names, versions } from '../support/names.ts'
import { versions as clients } from '../support/versions.ts'
import type { Reach } from '../support/ways.ts'

const ids = {
  events: { v1: 'v1 §4a, v1 §2.1e, v1 §4.7b', v2: 'v2 §4a, v2 §2.1d, v2 §4.8' },
  paging: { v1: 'v1 §4.2, v1 §4b', v2: 'v2 §4.3, v2 §4b' },
  refusals: { v1: 'v1 §4c, v1 §4d, v1 §5.1', v2: 'v2 §4e, v2 §4f, v2 §5.1' },
  rsvp: { v1: 'v1 §1.2', v2: 'v2 §1.3' },
} as const

/** The suite of the service's behaviour over one adapter, in Node and in a page. */
export function testOverWay(way: string, reach: Reach): void {
  for (const version of versions) {
    const { title, created, modified, start } = names[version]

    const reached = async () => {
      const { service, key, ...rest } = world({ perPage: 2 })
      const { close, ...target } = await reach(service)
      return { service, key, ...rest, target, caller: callerOf(target, key, version), [Symbol.asyncDispose]: close }
    }

    test(`${way}: the mock service creates, returns and updates an event (${ids.events[version]})`, async () => {
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

    test(`${way}: the next links of a collection lead to all its events (${ids.paging[version]})`, async () => {
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

    test(`${way}: a refused request gets an error response and stores nothing (${ids.refusals[version]})`, async () => {
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

    test(`${way}: the request log contains each request once, without the key (${version})`, async () => {
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

  for (const subject of clients) {
    const { version, least: draft, names: its } = subject
    const opened = () => clientWorld(subject, {}, reach)

    test(`${way}: the client of ${version} creates, gets, updates and lists events, and follows their links`, async () => {
      await using world = await opened()
      const { client } = world
      const made = await client.create(draft)
      expect(await client.get(made)).toEqual(made)
      expect(await client.update(made, { description: 'Indoors' })).toMatchObject({ description: 'Indoors' })
      for (const title of ['One', 'Two']) world.service.addEvent({ title }, { key: world.key })
      const { items } = await client.list().toArray({ max: 9 })
      expect(items.map((event) => Reflect.get(event, its.title))).toEqual([Object.values(draft)[0], 'One', 'Two'])
      expect(await client.follow(linkOf(made, 'osdi:creator'))).toHaveProperty('identifiers')
      expect(eventId(made)).toBe(eventId(items[0] ?? {}))
    })

    test(`${way}: the client of ${version} throws an HttpError without the key when the service refuses a request`, async () => {
      await using world = await opened()
      expect(await failureOf(() => world.client.get('none'))).toMatchObject({ code: 'http', status: 404 })
      world.service.faults.add({ effect: { kind: 'echo-key' } })
      const error = await failureOf(() => world.client.page(1))
      expect(error).toMatchObject({ code: 'http', status: 403 })
      expect(error.message).toContain('[redacted]')
      expect(error.message).not.toContain(world.key.token)
    })

    test.for([
      ['before', 0],
      ['after', 1],
    ] as const)(
      `${way}: the error of create of ${version} has the outcome unknown when the response is lost %s the service acted`,
      async ([when, made]) => {
        await using world = await opened()
        world.service.faults.add({ operation: 'events.create', times: 1, when, effect: { kind: 'reset' } })
        const client = world.open(subject, world.key, { retry: 1 })
        const error = await failureOf(() => client.create(draft))
        expect(error).toMatchObject({ code: 'network', outcome: 'unknown', attempts: [{}] })
        expect((await client.list().toArray({ max: 9 })).items).toHaveLength(made)
      },
    )

    test(`${way}: page of ${version} is retried after a lost or cut response and after a 503`, async () => {
      // No wait before the second attempt.
      const random = vi.spyOn(Math, 'random').mockReturnValue(0)
      onTestFinished(() => random.mockRestore())
      await using world = await opened()
      const client = world.open(subject, world.key, { retry: 1 })
      const down: FaultEffect = { kind: 'status', status: 503, headers: { 'retry-after': '0' } }
      for (const effect of [{ kind: 'reset' }, { kind: 'truncated' }, down] as const) {
        const fault = world.service.faults.add({ operation: 'events.list', times: 1, effect })
        expect(await client.page(1), effect.kind).toMatchObject({ total_records: 0 })
        expect(fault.hits).toBe(1)
      }
    })
  }
}

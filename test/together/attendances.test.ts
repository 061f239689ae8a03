import { isEventsError } from 'osdi-events'
import type { FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { clientWorld } from '../support/client-world.ts'
import { collect } from '../support/failure.ts'
import { type VersionUnderTest, versions } from '../support/versions.ts'
import { flyingTime } from '../support/virtual-time.ts'
import { faults, longestResponse } from './matrix/faults.ts'

const ada = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }

/** An event with three RSVPs, and a client with default retries. */
async function worldOf(subject: VersionUnderTest) {
  const world = await clientWorld(subject, { perPage: 2 })
  const { service, key } = world
  const event = service.addEvent({ title: 'Picnic' }, { key })
  service.attend(event, 3)
  let isDown = false
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    if (isDown) throw new TypeError('fetch failed', { cause })
    return service.fetch(input, init)
  }
  const client = world.open(subject, key, { retry: undefined, maxResponseBytes: longestResponse, fetch })
  const read = await client.get(event.id)
  const go = (down: boolean) => {
    isDown = down
  }
  return { ...world, client, event: read, go, [Symbol.asyncDispose]: world[Symbol.asyncDispose] }
}

test.each(faults)(
  'recordAttendance records at most one RSVP with the fault "$name", and its outcome is right',
  async (fault) => {
    using _ = flyingTime()
    for (const subject of versions) {
      for (const when of fault.beforeOnly ? (['before'] as const) : (['before', 'after'] as const)) {
        for (const times of [1, 9]) {
          await using world = await worldOf(subject)
          const { service, client, event, go } = world
          const places = {
            inside: `${service.baseUrl}/api/${subject.version}/events`,
            foreign: 'https://elsewhere.example.org/',
          }
          for (const effect of fault.effects(places)) {
            const rule: FaultRule = { method: 'POST', when, times, effect }
            service.faults.add(rule)
          }
          go(fault.unreachable === true)
          const end: unknown = await client.recordAttendance(event, { person: ada }).catch((error: unknown) => error)
          if (end instanceof Error && !isEventsError(end)) throw end
          go(false)
          service.faults.clear()
          const outcome = isEventsError(end) ? end.outcome : 'applied'
          const made = service.snapshot().toJSON().attendances.length - 3
          const title = `${subject.version}, ${when}, ${times}: ${outcome}`
          expect(['applied', 'not applied', 'unknown'], title).toContain(outcome)
          expect(made === 0 || made === 1, title).toBe(true)
          if (outcome === 'not applied') expect(made, title).toBe(0)
          if (outcome === 'applied' && !fault.claimsSuccess) expect(made, title).toBe(1)
        }
      }
    }
  },
)

for (const subject of versions) {
  test(`attendances of ${subject.version} yields each earlier RSVP once while other people sign up`, async () => {
    await using world = await worldOf(subject)
    const { service, client, event } = world
    service.attend(String(Reflect.get(event, 'identifiers')[0]), 20)
    const before = service
      .snapshot()
      .toJSON()
      .attendances.map(({ id }) => id)
    for (const prefetch of [0, 4]) {
      const pager = client.attendances(event, { prefetch })
      const ids: string[] = []
      for await (const rsvp of pager) {
        ids.push(String(Reflect.get(rsvp, 'identifiers')[0]).replace('platform:', ''))
        if (ids.length % 5 === 0) service.attend(String(Reflect.get(event, 'identifiers')[0]), 1)
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(before.filter((id) => !ids.includes(id))).toEqual([])
      expect(pager.report).toMatchObject({ complete: true, certain: true })
    }
    expect(await collect(client.attendances(event, { max: 3 }))).toHaveLength(3)
  })
}

import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, titlesOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

/** What a suite does with a service of its own, giving way to the others after every step, and all that it sees. */
const suite = async (number: number) => {
  const version = versions[number % 2] ?? 'v2'
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const key = service.addKey({ token: 'the-key-of-every-suite' })
  const caller = callerOf(service, key, version)
  for (let event = 0; event <= number; event++) {
    const made = await caller.create({ title: `Event ${number}.${event}`, identifiers: [`calendar:${event}`] })
    service.attend(made, number)
  }
  service.clock.advance(`P${number + 1}D`)
  return {
    titles: titlesOf(await caller.list(), version),
    people: service.mailingList({ id: key.person }).length,
    requests: service.requests.length,
    now: service.clock.now().toISOString(),
  }
}

test('ten suites in one process have a service each, and none sees what another does', async () => {
  const alone: unknown[] = []
  for (let number = 0; number < 10; number++) alone.push(await suite(number))
  const together = await Promise.all(Array.from({ length: 10 }, (_, number) => suite(number)))
  expect(together).toEqual(alone)
  expect(together.map(({ titles }) => titles.length)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(together.map(({ requests }) => requests)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(together.map(({ people }) => people)).toEqual([0, 2, 6, 12, 20, 30, 42, 56, 72, 90])
})

import { expect, test } from 'vitest'
import { osdiEvents, servedService } from '../support/cli.ts'
import { faultAppliedAt } from '../support/served.ts'

const ends = ['SIGINT', 'SIGKILL'] as const
const operations = ['events.create', 'attendances.record'] as const

for (const [end, operation] of ends.flatMap((end) => operations.map((operation) => [end, operation] as const))) {
  test(`osdi-events check --writes that ${end} ends while ${operation} is on its way has printed what it made`, async () => {
    await using at = await servedService()
    at.service.faults.add({ operation, times: 1, when: 'after', effect: { kind: 'no-answer' } })
    const applied = faultAppliedAt(at.url)
    const flags = ['--email', 'tester@example.net', '--rate-limit', '1000000']
    await using check = osdiEvents(['check', '--writes', '--yes', ...flags], at.env)
    await applied
    check.kill(end)
    const { code, signal, stderr } = await check.ended
    expect({ code, signal }).toEqual(end === 'SIGINT' ? { code: 130, signal: null } : { code: null, signal: 'SIGKILL' })
    const { events, attendances } = at.service.snapshot().toJSON()
    const [event] = events
    expect([events.length, attendances.length]).toEqual([1, operation === 'events.create' ? 0 : 1])
    const made = JSON.stringify(event)
    const [, identifier = ''] = /^making an event: identifier (osdi-events-check:\S+)$/m.exec(stderr) ?? []
    expect(made).toContain(identifier)
    if (operation === 'attendances.record') {
      expect(stderr).toContain(`\nmade an event: ${at.url}/api/v2/events/${event?.id}\n`)
      expect(stderr).toContain('\nsending an RSVP of your address\n')
    }
    expect(/^(?:may remain|remains): an event/m.test(stderr)).toBe(end === 'SIGINT')
  })
}

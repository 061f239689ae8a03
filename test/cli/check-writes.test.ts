import { Readable } from 'node:stream'
import type { Assumptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { serviceWithData } from '../support/checked-service.ts'
import { type Around, type CommandLine, commandLine, expectWrong, started } from '../support/command-line.ts'
import { flyingTime } from '../support/virtual-time.ts'

const fast = ['--rate-limit', '1000000']
const email = 'tester@example.net'

/** A terminal on which somebody types this answer. */
const typing = (answer: string): Around => ({
  columns: 80,
  stdin: Object.assign(Readable.from([Buffer.from(answer)]), { isTTY: true }),
})

const methodsOf = ({ service }: CommandLine) => service.requests.map(({ method }) => method)

test('check --writes asks before the first write, and names the group and what remains', async () => {
  const cli = commandLine({ events: 3 })
  const { code, stdout, stderr } = await cli.ran(['check', '--writes', '--email', email, ...fast], {
    ...typing('y\n'),
    env: { NO_COLOR: '1' },
  })
  const { groups, events } = cli.service.snapshot().toJSON()
  const [question = '', after = ''] = stderr.replaceAll(/\s+/g, ' ').split('[y/N]')
  expect(question).toContain(`"${groups[0]?.title}"`)
  const address = `https://events.example.org/api/v2/events/${events.at(-1)?.id}`
  const [, remains = ''] = after.split(/(?=remains: )/)
  expect(remains).toContain(address)
  // The event has the identifier that was named before it was sent.
  const [named, ...others] = new Set(after.match(/osdi-events-check:[0-9a-f-]{36}/g))
  expect([others, remains.includes(String(named)), JSON.stringify(events).includes(String(named))]).toEqual([
    [],
    true,
    true,
  ])
  expect([code, stderr.includes(email), stdout.includes('--writes')]).toEqual([0, false, false])
})

test('check --writes writes nothing without a yes', async () => {
  for (const answer of ['n\n', '\n', '', 'yo\n']) {
    const cli = commandLine({ events: 3 })
    const around = { ...typing(answer), env: { NO_COLOR: '1' } }
    expect(await cli.ran(['check', '--writes', ...fast], around), answer).toMatchObject({ code: 1, stdout: '' })
    expect(methodsOf(cli)).toEqual(['GET'])
  }
})

test('check --writes shows no progress over its question, however long the answer takes', async () => {
  using _ = flyingTime()
  const cli = commandLine({ events: 3 })
  const slowly = Readable.from(
    (async function* () {
      await new Promise((resolve) => setTimeout(resolve, 5000))
      yield Buffer.from('y\n')
    })(),
  )
  const stdin = Object.assign(slowly, { isTTY: true })
  const { stderr } = await cli.ran(['check', '--writes'], { columns: 80, env: { NO_COLOR: '1' }, stdin })
  const [, afterwards = ''] = stderr.split('[y/N] ')
  expect(afterwards).toMatch(/^[^\r]*osdi-events-check:/)
  expect(afterwards).toMatch(/checking · .* · 1 assumption\b/)
  expect(afterwards).not.toContain('· 1 assumptions')
})

test('check --writes without a terminal needs --yes, and sends nothing without it', async () => {
  const cli = commandLine({ events: 3 })
  const { columns: _columns, ...answered } = typing('y\n')
  for (const around of [{}, { columns: 80, env: { NO_COLOR: '1' } }, answered])
    expectWrong(await cli.ran(['check', '--writes'], around), /^error: --writes: /)
  expect(methodsOf(cli)).toEqual([])
})

const hostile: Partial<Assumptions> = { invalidKey: '403 repeating the key', attendancePerson: 'when recorded' }

test.for([
  ['with --all', '--all'],
  ['as Markdown', '--markdown'],
  ['as JSON', '--json'],
])('a report of check --writes %s has no titles, people, ids or keys', async ([, ...flags]) => {
  for (const api of ['v1', 'v2']) {
    const service = await serviceWithData(hostile)
    const { baseUrl, fetch, seeded } = service
    const key = seeded.group.token
    const env = { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: key }
    const args = ['check', '--writes', '--yes', '--email', email, '--api', api, ...flags, ...fast]
    const { code, stdout, stderr } = await started(args, { fetch, env }).ended
    expect(code).toBe(0)
    const state = service.snapshot().toJSON()
    const people = state.people.flatMap(({ id, given_name, family_name, email_addresses, phone_numbers = [] }) => [
      ...[id, given_name, family_name],
      ...email_addresses.map(({ address }) => address),
      ...phone_numbers.map(({ number }) => number),
    ])
    const others = [state.events, state.groups, state.attendances].flatMap((records) => records.map(({ id }) => id))
    const titles = [...state.events, ...state.groups].map(({ title }) => title)
    const secrets = [key, email, 'SECRET', ...people, ...others, ...titles].filter((text) => String(text).length > 2)
    expect(secrets.length).toBeGreaterThan(100)
    for (const secret of secrets) expect(stdout.includes(String(secret)), String(secret)).toBe(false)
    expect(stdout).not.toContain('osdi-events-check:')
    // The name of the group, in the first line, may have the name of a person.
    const words = new Set(stderr.slice(stderr.indexOf('\n')).match(/[^\s:,/]+/g))
    for (const secret of [key, email, ...people]) expect([...words]).not.toContain(secret)
  }
})

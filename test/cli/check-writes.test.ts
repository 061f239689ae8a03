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
  const [group] = cli.service.snapshot().toJSON().groups
  const question = stderr.slice(0, stderr.indexOf('[y/N]')).replaceAll(/\s+/g, ' ')
  expect(question).toBe(
    `This check writes to the group "${group?.title}" at https://events.example.org. It makes one event in the year 2000. The event remains. It sends RSVPs of your address. They remain too, and you join the e-mail list. It asks for no mail. Go on? `,
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+ as assumed · 0 different · \d+ could not tell\n/)
  expect(stdout).toMatch(/\n {2}writes +tried: \d+ as assumed, 0 different\n/)
  expect(stdout).not.toContain('--writes')
})

test('check --writes names the host where the service names no group', async () => {
  const cli = commandLine()
  const { stderr } = await cli.ran(['check', '--writes', '--yes', ...fast])
  expect(stderr).toMatch(/^This check writes to https:\/\/events\.example\.org\.\n/)
})

test.for(['n\n', '\n', '', 'yo\n'])('check --writes writes nothing after the answer %j', async (answer) => {
  const cli = commandLine({ events: 3 })
  const { code, stdout, stderr } = await cli.ran(['check', '--writes', ...fast], {
    ...typing(answer),
    env: { NO_COLOR: '1' },
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/error: not confirmed, so nothing was written\n$/)
  expect(methodsOf(cli)).toEqual(['GET'])
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
  expect(stderr).toMatch(/\nGo on\? \[y\/N\] making an event: /)
  expect(stderr).toMatch(/checking · .* · 1 assumption\b/)
  expect(stderr).not.toContain('· 1 assumptions')
})

test('check --writes without a terminal needs --yes, and sends nothing without it', async () => {
  const cli = commandLine({ events: 3 })
  const { columns: _columns, ...answered } = typing('y\n')
  for (const around of [{}, { columns: 80, env: { NO_COLOR: '1' } }, answered])
    expectWrong(await cli.ran(['check', '--writes'], around), /--writes: asks before it writes, .*\n {2}with --yes /)
  expect(methodsOf(cli)).toEqual([])
})

test('check refuses --yes and --email without --writes, and a wrong --email', async () => {
  const cli = commandLine()
  expectWrong(await cli.ran(['check', '--yes']), /--yes: needs --writes/)
  expectWrong(await cli.ran(['check', '--email', email]), /--email: needs --writes/)
  expectWrong(await cli.ran(['check', '--writes', '--yes', '--email', 'nobody']), /--email: must be an e-mail address/)
  expect(methodsOf(cli)).toEqual([])
})

test('check without --writes sends only GET', async () => {
  const cli = commandLine({ events: 3 })
  await cli.ran(['check', ...fast])
  expect(new Set(methodsOf(cli))).toEqual(new Set(['GET']))
})

test('check --writes says what remains, and how to remove it by hand', async () => {
  const cli = commandLine({ events: 3 })
  const { stderr } = await cli.ran(['check', '--writes', '--yes', '--email', email, ...fast])
  const made = cli.service.snapshot().toJSON().events.at(-1)
  const identifier = /identifier (osdi-events-check:[0-9a-f-]{36})\n/.exec(stderr)?.[1]
  const address = `https://events.example.org/api/v2/events/${made?.id}`
  expect(stderr.slice(stderr.indexOf('remains: '))).toBe(`\
remains: an event at ${address}, identifier ${identifier}
  the API cannot remove it, and the dashboard may not list it: give the support of the service the identifier
remains: your RSVPs to it, and you on the e-mail list
  remove yourself in the user interface, where the group lists its people
`)
  expect(stderr).not.toContain(email)
})

test('check --writes that a signal ends prints what it made', async () => {
  const cli = commandLine({ events: 3 })
  const fault = cli.fault({ operation: 'events.create', times: 1, effect: { kind: 'no-answer' } })
  await using running = cli.start(['check', '--writes', '--yes', ...fast])
  await fault.applied()
  running.interrupt('SIGINT')
  const { code, stdout, stderr } = await running.ended
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
  expect(stderr).toMatch(
    /\nmaking an event: identifier (osdi-events-check:\S+)\nmay remain: an event, identifier \1\n {2}the API cannot remove it/,
  )
})

const hostile: Partial<Assumptions> = { invalidKey: '403 repeating the key', attendancePerson: 'when recorded' }

test.for([['as text'], ['with --all', '--all'], ['as Markdown', '--markdown'], ['as JSON', '--json']])(
  'a report of check --writes %s has no titles, people, ids or keys',
  async ([, ...flags]) => {
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
  },
)

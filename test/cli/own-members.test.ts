import { idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { commandLine, linesOf } from '../support/command-line.ts'

/** A service whose events and RSVPs have members that the interface does not know. */
function adding(members: object | string, options: Parameters<typeof commandLine>[0] = {}) {
  const cli = commandLine({ events: 3, ...options })
  const more = typeof members === 'string' ? members : JSON.stringify(members).slice(1, -1)
  const add: typeof fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    const text = await response.text()
    // As text, because JavaScript cannot hold all of these numbers.
    const added = text.replaceAll('"identifiers":', `${more},"identifiers":`)
    return new Response(added, { status: response.status, headers: response.headers })
  }
  return { ...cli, ran: (...args: readonly string[]) => cli.ran(args, { fetch: add }) }
}

test.for([12, null, 'of-the-service'])(
  '--fields id prints the id that the command get accepts, even for events that have a member called id: %j',
  async (id) => {
    const cli = adding({ id })
    const ids = (await cli.events()).map((event) => idOf(event))
    const each = ids.map((id) => ({ id }))
    expect(linesOf((await cli.ran('export', '--fields', 'id')).stdout)).toEqual(each)
    expect(JSON.parse((await cli.ran('export', '--format', 'json', '--fields', 'id')).stdout)).toEqual(each)
    const csv = `\ufeff"id"\r\n${ids.map((each) => `"${each}"\r\n`).join('')}`
    expect((await cli.ran('export', '--format', 'csv', '--fields', 'id')).stdout).toBe(csv)
    expect(JSON.parse((await cli.ran('list', '--json', '--fields', 'id')).stdout)).toEqual(each)
    expect((await cli.ran('list', '--fields', 'id')).stdout).toBe(`${ids.join('\n')}\n`)
    const all = await cli.ran('export', '--format', 'csv')
    expect(all.stdout).toMatch(new RegExp(`\\r\\n"${ids[0]}","`))
    // JSON output keeps the event unchanged.
    expect(linesOf((await cli.ran('export')).stdout)).toMatchObject([{ id }, { id }, { id }])
    const [first = ''] = ids
    expect((await cli.ran('get', first)).stdout).toMatch(new RegExp(`^id\t${first}$`, 'm'))
    expect(JSON.parse((await cli.ran('get', first, '--json')).stdout)).toMatchObject({ id })
  },
)

test('attendances --fields id prints the id of an RSVP, even for RSVPs that have a member called id', async () => {
  const cli = adding({ id: 12 }, { events: 0 })
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  cli.service.attend(event, 2)
  for (const more of [['--json'], ['--format', 'json']]) {
    const { stdout } = await cli.ran('attendances', event.id, ...more, '--fields', 'id')
    const id = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(JSON.parse(stdout)).toEqual([{ id }, { id }])
  }
  expect((await cli.ran('attendances', event.id, '--format', 'csv')).stdout).toMatch(/\r\n"[\da-f-]{36}",/)
})

test('attendances --fields id prints null for an RSVP without an identifier, even if it has a member called id', async () => {
  const cli = commandLine({ events: 0 })
  const body = { _embedded: { 'osdi:attendances': [{ id: 12, status: 'accepted' }] } }
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  cli.fault({ path: '**/attendances**', effect: { kind: 'status', status: 200, body } })
  const { code, stdout } = await cli.ran(['attendances', event.id, '--json', '--fields', 'id,status'])
  expect([code, JSON.parse(stdout)]).toEqual([0, [{ id: null, status: 'accepted' }]])
})

const inexact = (field: string) => expect.stringMatching(new RegExp(`^warning: [^\\n]* ${field}\\n$`))

test('a command warns once about numbers that JavaScript cannot represent exactly, and names the first field', async () => {
  const cli = adding('"legacy":{"numbers":[1,9007199254740993]},"huge":1e400')
  for (const args of [
    ['export'],
    ['export', '--format', 'json'],
    ['export', '--format', 'csv', '--fields', 'id,legacy'],
    ['list', '--json'],
    ['list', '--fields', 'legacy.numbers'],
  ]) {
    const { code, stderr } = await cli.ran(...args)
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: inexact('legacy.numbers.1') })
  }
  // The command does not warn of fields that it does not print.
  for (const args of [['export', '--fields', 'title'], ['export', '--format', 'csv'], ['list']])
    expect(await cli.ran(...args)).toMatchObject({ code: 0, stderr: '' })
  const [event = {}] = await cli.events()
  expect(await cli.ran('get', idOf(event), '--json')).toMatchObject({ code: 0, stderr: inexact('legacy.numbers.1') })
  expect(await cli.ran('get', idOf(event))).toMatchObject({ code: 0, stderr: '' })
})

test('a command does not warn about texts and about numbers that JavaScript represents exactly', async () => {
  const cli = adding('"small":9007199254740991,"list":[0,-1.5,1e15],"null":null,"text":"9007199254740993"')
  expect(await cli.ran('export')).toMatchObject({ code: 0, stderr: '' })
})

test('rsvp, attendances and update warn about numbers that JavaScript cannot represent exactly', async () => {
  const cli = adding('"number":-9007199254740993', { events: 0 })
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  const said = { code: 0, stderr: inexact('number') }
  expect(await cli.ran('rsvp', event.id, '--email', 'ada@example.org', '--json')).toMatchObject(said)
  expect(await cli.ran('attendances', event.id, '--json')).toMatchObject(said)
  expect(await cli.ran('attendances', event.id, '--format', 'ndjson')).toMatchObject(said)
  expect(await cli.ran('update', event.id, '--title', 'Fair', '--json')).toMatchObject(said)
  expect(await cli.ran('create', '--title', 'Fair', '--origin-system', 'x', '--json')).toMatchObject(said)
})

test('an upsert by the id of the service sends a new identifier together with those of other systems that the event has', async () => {
  const cli = commandLine({ events: 0 })
  const { id } = cli.service.addEvent({ title: 'Picnic', identifiers: ['crm:1'] }, { key: cli.service.seeded.group })
  const line = { identifiers: [`platform:${id}`, 'calendar:7'], title: 'Picnic' }
  const { code, stdout } = await cli.ran(['upsert', '--ndjson', '--json'], { input: JSON.stringify(line) })
  expect([code, linesOf(stdout)]).toMatchObject([0, [{ result: 'updated', id }]])
  const [sent] = cli.service.requests.filter(({ method }) => method === 'PUT')
  expect(sent?.body).toEqual({ identifiers: ['crm:1', 'calendar:7'] })
})

import type { FaultEffect } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { commandLine } from '../support/command-line.ts'

const versions = ['v1', 'v2'] as const

/** A service with one event that three people come to, and commands that know where it is. */
function world() {
  const cli = commandLine({ events: 0, assumptions: { attendanceStatus: 'kept' } })
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  cli.service.attend(event, 3)
  return { cli, id: event.id, count: () => cli.service.snapshot().toJSON().attendances.length }
}

test.for(versions)(
  'attendances in a pipe prints one line for each RSVP, and says that there are more RSVPs: %s',
  async (api) => {
    const { cli, id } = world()
    const { code, stdout, stderr } = await cli.ran(['attendances', id, '--api', api, '--max', '2'])
    const rows = stdout.trimEnd().split('\n')
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatch(/^accepted\t[\d-]{10}T[\d:]{8}Z\t[\da-f-]{36}\t[\da-f-]{36}$/)
    expect(stderr).toMatch(/\b2; .+ RSVPs/)
    expect(code).toBe(0)
  },
)

test('attendances prints one JSON array, or all RSVPs in the formats of export, with the fields of --fields', async () => {
  const { cli, id } = world()
  const all = JSON.parse((await cli.ran(['attendances', id, '--json'])).stdout)
  expect(all).toHaveLength(3)
  expect(all[0]).toMatchObject({ status: 'accepted', identifiers: [expect.stringMatching(/^platform:/)] })
  const lines = (await cli.ran(['attendances', id, '--format', 'ndjson'])).stdout.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(all)
  expect(JSON.parse((await cli.ran(['attendances', id, '--format', 'json'])).stdout)).toEqual(all)
  const { stdout } = await cli.ran(['attendances', id, '--format', 'csv', '--fields', 'id,status', '--max', '2'])
  expect(stdout.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
    expect.stringMatching(/id/),
    ...[0, 1].map(() => expect.stringMatching(/^"?[\da-f-]{36}"?,"?accepted"?$/)),
  ])
})

test('attendances --changed-since lists only changed RSVPs', async () => {
  const { cli, id } = world()
  cli.service.clock.advance('PT48H')
  cli.service.attend(id, 1)
  const since = cli.service.snapshot().toJSON().attendances.at(-1)?.created ?? ''
  const before = new Date(Date.parse(since) - 1000).toISOString()
  expect(JSON.parse((await cli.ran(['attendances', id, '--json', '--changed-since', before])).stdout)).toHaveLength(1)
})

test.for(versions)(
  'rsvp records one RSVP for a person, even if it runs twice, and prints its status and id: %s',
  async (api) => {
    const { cli, id, count } = world()
    const told = '--email ada@example.org --given-name Ada --family-name Lovelace --postal-code 20009'
    const args = ['rsvp', id, '--api', api, ...told.split(' '), '--phone', '+1 202 555 0101', '--phone', '12025550102']
    const { code, stdout, stderr } = await cli.ran([...args, '--status', 'tentative'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^tentative [\da-f-]{36}\n$/)
    const again = JSON.parse((await cli.ran([...args, '--json'])).stdout)
    expect(count()).toBe(4)
    const person = again['platform:person_id'] ?? ''
    const { people } = cli.service.snapshot().toJSON()
    expect(people.find((each) => each.id === person)).toMatchObject({
      ...{ given_name: 'Ada', family_name: 'Lovelace', email_addresses: [{ address: 'ada@example.org' }] },
      ...{ phone_numbers: [{ number: expect.stringContaining('0101') }, { number: expect.stringContaining('0102') }] },
      postal_addresses: [{ postal_code: '20009' }],
    })
    expect((await cli.ran(['rsvp', id, '--api', api, '--person', person])).code).toBe(0)
    expect(count()).toBe(4)
  },
)

test.each<[FaultEffect, 'before' | 'after', number, RegExp]>([
  [{ kind: 'reset' }, 'after', 4, /effect/],
  [{ kind: 'status', status: 422, body: { error: 'no room for ada@example.org' } }, 'before', 3, /answered 422$/m],
])(
  'an error of rsvp says whether the RSVP was recorded, and shows no data of the person (%j)',
  async (effect, when, made, message) => {
    const { cli, id, count } = world()
    cli.service.faults.add({ method: 'POST', when, effect })
    const { code, stdout, stderr } = await cli.ran([
      'rsvp',
      id,
      '--email',
      'ada@example.org',
      '--family-name',
      'Lovelace',
    ])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/ada@|Lovelace/)
    expect(count()).toBe(made)
  },
)

test('on a terminal, rsvp shows the words of the service to the one who typed the data', async () => {
  const { cli, id } = world()
  const body = { error: 'no room for ada@example.org' }
  cli.service.faults.add({ method: 'POST', effect: { kind: 'status', status: 422, body } })
  const { stderr } = await cli.ran(['rsvp', id, '--email', 'ada@example.org'], { columns: 200 })
  expect(stderr).toContain('no room for ada@example.org\n')
})

test.each([
  ['--json', 'attendances --people --json'],
  ['NDJSON', 'attendances --people --format ndjson'],
  ['a table', 'attendances --people'],
])('attendances --people shows no words of the service about a person who cannot be read: %s', async (_, line) => {
  const { cli, id } = world()
  const body = { error: 'ada@example.org has left', given_name: 'Ada' }
  cli.service.faults.add({ path: '**/people/**', effect: { kind: 'status', status: 404, body } })
  const [name = '', ...flags] = line.split(' ')
  const { code, stdout, stderr } = await cli.ran([name, id, ...flags])
  expect(code).toBe(1)
  expect(stderr).toContain('404')
  expect(stdout + stderr).not.toMatch(/ada@example|Ada/)
})

test('rsvp --status ends with code 1 if the service records another status', async () => {
  const cli = commandLine({ events: 0, assumptions: { attendanceStatus: 'generated' } })
  const { id } = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  const rsvp = ['rsvp', id, '--email', 'ada@example.org', '--status', 'declined']
  expect(await cli.ran(rsvp)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^accepted /),
    stderr: expect.stringMatching(/^error: .* accepted.* declined\n/),
  })
  expect(await cli.ran([...rsvp, '--json'])).toMatchObject({ code: 1, stdout: expect.stringMatching(/^\{/) })
  expect(await cli.ran(rsvp.with(-1, 'accepted'))).toMatchObject({ code: 0, stderr: '' })
})

test('rsvp and attendances work with an RSVP without an id', async () => {
  const { cli, id } = world()
  const bare = { status: 'accepted' }
  const answered = { ...bare, 'platform:event_id': id }
  cli.service.faults.add({ method: 'POST', when: 'after', effect: { kind: 'status', status: 200, body: answered } })
  const rsvp = ['rsvp', id, '--email', 'ada@example.org']
  expect(await cli.ran(rsvp)).toMatchObject({ code: 0, stdout: 'accepted\n', stderr: '' })
  const body = { _embedded: { 'osdi:attendances': [bare] } }
  cli.service.faults.add({ path: '**/attendances**', method: 'GET', effect: { kind: 'status', status: 200, body } })
  const listed = await cli.ran(['attendances', id, '--fields', 'id,status'])
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.stdout.split('\n')).toEqual(['\taccepted', ''])
})

test('rsvp prints the status of a service on one line, with control characters as escapes', async () => {
  const { cli, id } = world()
  const body = { status: 'accepted\n\u001b[2J', 'platform:event_id': id }
  cli.service.faults.add({ method: 'POST', when: 'after', effect: { kind: 'status', status: 200, body } })
  const { code, stdout } = await cli.ran(['rsvp', id, '--email', 'ada@example.org'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'accepted \\u001b[2J\n' })
})

test('attendances and rsvp exit with code 1 for an unknown event', async () => {
  const { cli } = world()
  for (const args of [
    ['attendances', 'no-such'],
    ['rsvp', 'no-such', '--email', 'ada@example.org'],
  ]) {
    expect(await cli.ran(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('404') })
  }
})

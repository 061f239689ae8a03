import { expect, test } from 'vitest'
import { personNamesOf } from '../../src/cli/run/field-display.ts'
import { personFields as personFieldsV1 } from '../../src/v1/person-rows.ts'
import { personFields as personFieldsV2 } from '../../src/v2/person-rows.ts'
import { type CommandLine, commandLine, expectWrong, failing, linesOf } from '../support/command-line.ts'
import { flyingTime } from '../support/virtual-time.ts'

const versions = ['v1', 'v2'] as const

const ada = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  email_address: 'ada@example.org',
  phone_number: '+1 202 555 0101',
}

/** A service with one event that Ada and two other people come to, and commands that know where it is. */
function world() {
  const cli = commandLine({ events: 0, assumptions: { attendanceStatus: 'kept' } })
  const { service } = cli
  const event = service.addEvent({ title: 'Picnic' }, { key: service.seeded.group })
  const person = service.addPerson(ada)
  const [rsvp] = service.attend(event, person)
  service.attend(event, 2)
  const roster = (...flags: readonly string[]) => cli.ran(['attendances', event.id, '--people', ...flags])
  return { cli, event, person, rsvp: rsvp?.id ?? '', roster }
}

/** Makes the service answer with another body for a person. */
const answerFor = ({ fault }: CommandLine, person: { readonly id: string }, body: object, status = 200) =>
  fault({ path: `**/people/${person.id}`, effect: { kind: 'status', status, body } })

/** The paths of the requests for people. */
const readPeople = ({ service }: CommandLine) => service.requests.filter(({ path }) => path.includes('/people/'))

const csvRows = (stdout: string) =>
  stdout
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

test.for(versions)(
  'attendances --people in a pipe prints name, e-mail, phone, status, tags and whole id of each RSVP: %s',
  async (api) => {
    const { roster, rsvp } = world()
    const { code, stdout, stderr } = await roster('--api', api)
    const rows = stdout.trimEnd().split('\n')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(rows[0]).toBe(`Ada Lovelace\tada@example.org\t12025550101\taccepted\t\t${rsvp}`)
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row.split('\t')).toHaveLength(6)
  },
)

test('attendances --people shows the primary contacts, and tags that the service sends as tag_list or embeds', async () => {
  const { cli, person, roster, rsvp } = world()
  answerFor(cli, person, {
    given_name: 'Ada',
    email_addresses: [{ address: 'old@example.org' }, { address: 'ada@example.org', primary: true }],
    phone_numbers: [{ number: '' }, { number: '12025550199' }],
    tag_list: ['driver', 'cook'],
    _embedded: { 'osdi:tags': [{ name: 'cook' }, { name: 'first aid' }] },
  })
  const [first] = (await roster()).stdout.split('\n')
  expect(first).toBe(`Ada\tada@example.org\t12025550199\taccepted\tdriver; cook; first aid\t${rsvp}`)
})

test.for(versions)(
  'attendances --people prints RSVP and person as the service sent them, in every JSON: %s',
  async (api) => {
    const { roster, cli, event, person } = world()
    const entries = JSON.parse((await roster('--api', api, '--json')).stdout)
    const rsvps = JSON.parse((await cli.ran(['attendances', event.id, '--api', api, '--json'])).stdout)
    expect(entries.map(({ rsvp }: { rsvp: object }) => rsvp)).toEqual(rsvps)
    const header = { v1: 'api-key', v2: 'OSDI-API-Token' }[api]
    const address = `${cli.service.baseUrl}/api/${api}/people/${person.id}`
    const sent = await (await cli.service.fetch(address, { headers: { [header]: cli.key } })).json()
    expect(entries[0]).toEqual({ rsvp: rsvps[0], person: sent })
    expect(linesOf((await roster('--api', api, '--format', 'ndjson')).stdout)).toEqual(entries)
    expect(JSON.parse((await roster('--api', api, '--format', 'json')).stdout)).toEqual(entries)
  },
)

test('attendances --people --format csv makes a check-in list that marks who is here and has the ids of the RSVPs', async () => {
  const { cli, event, roster, rsvp } = world()
  const grace = cli.service.addPerson({
    given_name: 'Grace',
    family_name: 'Hopper',
    email_address: 'grace@example.org',
  })
  const [came] = cli.service.attend(event, grace, { status: 'attended' })
  const { code, stdout, stderr } = await roster('--format', 'csv')
  const rows = csvRows(stdout)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const quoted = (cells: readonly string[]) => cells.map((cell) => cell && `"${cell}"`)
  expect(rows[0]).toEqual(quoted(['Here', 'First name', 'Last name', 'E-mail', 'Phone', 'Status', 'Tags', 'RSVP id']))
  expect(rows[1]).toEqual(quoted(['', 'Ada', 'Lovelace', 'ada@example.org', '12025550101', 'accepted', '', rsvp]))
  expect(rows[4]).toEqual(quoted(['x', 'Grace', 'Hopper', 'grace@example.org', '', 'attended', '', came?.id ?? '']))
  expect(rows).toHaveLength(5)
})

test('attendances --people --format csv escapes texts of people that look like formulas', async () => {
  const { cli, person, roster } = world()
  answerFor(cli, person, {
    given_name: '=HYPERLINK("https://evil.example")',
    family_name: '\n@SUM(1)',
    phone_numbers: [{ number: '+12025550101' }],
  })
  const { stdout } = await roster('--format', 'csv')
  expect(stdout).toContain(`"'=HYPERLINK(""https://evil.example"")","'\n@SUM(1)",,"'+12025550101"`)
})

test('attendances --people --fields takes the dotted names of the JSON, and ids of RSVP and person', async () => {
  const { person, roster, rsvp } = world()
  const fields = 'id,person.id,person.given_name,person.email_addresses.0.address,rsvp.status'
  const table = await roster('--fields', fields)
  expect(table).toMatchObject({ code: 0, stderr: '' })
  expect(table.stdout.split('\n')[0]).toBe(`${rsvp}\t${person.id}\tAda\tada@example.org\taccepted`)
  const json = JSON.parse((await roster('--json', '--fields', 'rsvp.id,person.family_name')).stdout)
  expect(json[0]).toEqual({ 'rsvp.id': rsvp, 'person.family_name': 'Lovelace' })
  const csv = csvRows((await roster('--format', 'csv', '--fields', 'person.given_name,id')).stdout)
  expect(csv.slice(0, 2)).toEqual([
    ['"person.given_name"', '"id"'],
    ['"Ada"', `"${rsvp}"`],
  ])
})

test.for([
  ['given_name', 'person.given_name'],
  ['status', 'rsvp.status'],
  ['person.givn_name', 'person.given_name'],
])('attendances --people --fields %s suggests %s', async ([given = '', meant = '']) => {
  const { roster } = world()
  for (const more of [[], ['--json'], ['--format', 'csv']])
    expectWrong(await roster('--fields', given, ...more), new RegExp(`--fields: .* ${given} .* ${meant}\\?`))
})

test('attendances --people --fields takes a custom field that no person has so far', async () => {
  const { roster } = world()
  expect(await roster('--fields', 'id,person.custom_fields.diet')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^warning: --fields: [^\n]* person\.custom_fields\.diet\n$/),
  })
})

test.for(versions)('attendances --people suggests the names of all documented fields of people: %s', (api) => {
  const fields = { v1: personFieldsV1, v2: personFieldsV2 }[api]
  expect(personNamesOf(api).toSorted()).toEqual([...Object.keys(fields), '_embedded'].sort())
})

test('a person who cannot be read keeps the row of the RSVP, a warning names the RSVP, and the exit code is 1', async () => {
  const { cli, event, person, roster, rsvp } = world()
  answerFor(cli, person, { error: 'Ada Lovelace, ada@example.org, has left' }, 404)
  const said = expect.stringMatching(new RegExp(`^warning: RSVP ${rsvp}: [^\\n]* 404\\nerror: 1 of 3 [^\\n]+\\n$`))
  const table = await roster()
  expect(table).toMatchObject({ code: 1, stderr: said })
  expect(table.stdout.split('\n')[0]).toBe(`\t\t\taccepted\t\t${rsvp}`)
  const json = await roster('--json')
  expect(json).toMatchObject({ code: 1, stderr: said })
  expect(JSON.parse(json.stdout)[0]).toMatchObject({
    rsvp: { identifiers: [`platform:${rsvp}`] },
    person: null,
    error: { code: 'http', status: 404, message: expect.stringContaining(`people/${person.id}`) },
  })
  expect(JSON.parse(json.stdout)[1]).toMatchObject({ person: { given_name: expect.any(String) } })
  const list = await roster('--format', 'csv')
  expect(list).toMatchObject({ code: 1, stderr: said })
  expect(csvRows(list.stdout)[1]).toEqual(['', '', '', '', '', '"accepted"', '', `"${rsvp}"`])
  const shown = await cli.ran(['attendances', event.id, '--people'], { columns: 80, env: { NO_COLOR: '1' } })
  expect(shown.stdout).toMatch(/^NAME .*\n\(unreadable\) /)
})

test('an RSVP without an id has its number in the warning about the person', async () => {
  const { cli, roster } = world()
  const body = { _embedded: { 'osdi:attendances': [{ status: 'accepted' }] } }
  cli.fault({ path: '**/attendances**', effect: { kind: 'status', status: 200, body } })
  expect(await roster()).toEqual({
    code: 1,
    stdout: '\t\t\taccepted\t\t\n',
    stderr: expect.stringMatching(/^warning: RSVP number 1[^\n]+\nerror: 1 of 1 [^\n]+\n$/),
  })
})

test('attendances --people exits with code 3 if the service refuses the key for every person', async () => {
  const { cli, person, roster } = world()
  cli.fault({ path: '**/people/**', effect: { kind: 'status', status: 403 } })
  const { code, stdout } = await roster()
  expect({ code, rows: stdout.trimEnd().split('\n').length }).toEqual({ code: 3, rows: 3 })
  // One refused person is no refused key.
  cli.service.faults.clear()
  answerFor(cli, person, {}, 403)
  expect((await roster()).code).toBe(1)
})

test('attendances --people reads the people of the first 50 RSVPs, of --max, of changed ones, or of all in a format', async () => {
  const { cli, event, roster } = world()
  const rowsOf = async (...flags: readonly string[]) => {
    cli.service.requests.clear()
    const { code, stdout, stderr } = await roster(...flags)
    const rows = stdout.trimEnd().split('\n')
    return {
      code,
      rows: rows.length,
      people: readPeople(cli).length,
      isMore: stderr.includes('--max '),
      last: rows.at(-1),
    }
  }
  expect(await rowsOf('--max', '2')).toMatchObject({ code: 0, rows: 2, people: 2, isMore: true })
  expect(await rowsOf('--max', '3')).toMatchObject({ code: 0, rows: 3, isMore: false })
  expect(await rowsOf('--format', 'ndjson', '--max', '1')).toMatchObject({ code: 0, rows: 1, people: 1, isMore: false })
  cli.service.clock.advance('PT48H')
  const [late] = cli.service.attend(event, 1)
  const before = new Date(Date.parse(late?.created_date ?? '') - 1000).toISOString()
  const changed = await rowsOf('--changed-since', before)
  expect(changed).toMatchObject({ code: 0, rows: 1, people: 1, last: expect.stringContaining(late?.id ?? '') })
  cli.service.attend(event, 49)
  expect(await rowsOf()).toMatchObject({ code: 0, rows: 50, isMore: true })
  expect(await rowsOf('--format', 'csv')).toMatchObject({ code: 0, rows: 1 + 53, isMore: false })
})

test('attendances --people fails in a format, and warns in a table, if the list ended early', async () => {
  const { cli, event } = world()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    const body = (await response.text()).replace('"total_records":3', '"total_records":4')
    return new Response(body, { headers: { 'content-type': 'application/hal+json' } })
  }
  const args = ['attendances', event.id, '--people']
  expect(await cli.ran(args, { fetch })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^warning: [^\n]+\n$/),
  })
  expect(await cli.ran([...args, '--format', 'csv'], { fetch })).toMatchObject({ code: 1 })
})

/** Runs a roster of 41 people with at most 4 requests a second, in virtual time. */
async function slowRoster(flags: readonly string[], columns?: number) {
  using _ = flyingTime()
  const cli = commandLine({ events: 0 })
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  cli.service.attend(event, cli.service.addPerson(ada))
  cli.service.attend(event, 40)
  const began = performance.now()
  const args = ['attendances', event.id, '--people', '--rate-limit', '4', ...flags]
  const around = columns === undefined ? {} : { columns, env: { NO_COLOR: '1' } }
  const ended = await cli.ran(args, around)
  return { ...ended, seconds: (performance.now() - began) / 1000 }
}

test('attendances --people takes as long for 41 people as --rate-limit 4 does, and shows its progress on a terminal', async () => {
  const { code, stderr, stdout, seconds } = await slowRoster([], 80)
  expect(code).toBe(0)
  expect(stdout).toContain('Ada Lovelace')
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(12)
  const lines = stderr.split('\r\u001b[K')
  const shown = lines.filter((line) => line !== '')
  expect(shown).toContainEqual(expect.stringMatching(/^reading · 20 of 41 people · \d\.\d\/s · \d s left$/))
  expect(lines.at(-1)).toBe('')
  expect(stderr).not.toMatch(/Ada|Lovelace|@example/)
  expect((await slowRoster(['--max', '20'], 80)).stderr).toMatch(/reading · 10 of 20 people · /)
})

test('attendances --people without a terminal prints its progress after ten seconds', async () => {
  const { code, stderr } = await slowRoster(['--format', 'csv'])
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^reading · \d\d of 41 people · [34]\.\d\/s · \d s left\nreading · 41 of 41 people · [34]\.\d\/s\n$/,
  )
})

test('attendances stops reading when the reader of standard output is gone', async () => {
  const { cli, event } = world()
  cli.service.attend(event, 240)
  const args = ['attendances', event.id, '--format', 'csv']
  expect(await cli.ran([...args, '--people'], { stdout: failing('EPIPE') })).toMatchObject({ code: 0, stderr: '' })
  expect(readPeople(cli).length).toBeLessThan(10)
  cli.service.requests.clear()
  expect(await cli.ran(args, { stdout: failing('EPIPE') })).toMatchObject({ code: 0, stderr: '' })
  expect(cli.service.requests.length).toBeLessThan(8)
})

test('SIGINT ends attendances --people while it reads people, with exit code 130', async () => {
  const { cli, event } = world()
  const fault = cli.fault({ path: '**/people/**', effect: { kind: 'no-answer' } })
  await using running = cli.start(['attendances', event.id, '--people'])
  await fault.applied()
  running.interrupt('SIGINT')
  expect(await running.ended).toEqual({ code: 130, stdout: '', stderr: '' })
})

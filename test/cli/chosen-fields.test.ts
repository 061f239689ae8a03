import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { columnsOf } from '../../src/cli/run/field-values.ts'
import { nearestName } from '../../src/cli/run/nearest-name.ts'
import { commandLine, expectWrong, linesOf } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

type Options = Parameters<typeof commandLine>[0]

/** A service whose events have one more field, from the event of a number on. */
function service(field: object = {}, from = 0, options: Options = { events: 30, perPage: 10 }) {
  const cli = commandLine(options)
  let number = 0
  const add: typeof fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    const { headers, status } = response
    const page = (await response.json()) as { readonly _embedded: { readonly 'osdi:events': readonly object[] } }
    const events = page._embedded['osdi:events'].map((each) => (number++ < from ? each : { ...each, ...field }))
    return Response.json({ ...page, _embedded: { 'osdi:events': events } }, { status, headers })
  }
  const ran = (...args: readonly string[]) => {
    number = 0
    cli.service.requests.clear()
    return cli.ran(args, { fetch: add })
  }
  return { ...cli, ran, ranWithout: cli.ran }
}

const shown = [['list'], ['list', '--json'], ['export'], ['export', '--format', 'csv'], ['export', '--format', 'json']]

test.for(shown)('--fields refuses a misspelt field and suggests the documented one: %j', async (args) => {
  const cli = service()
  const names = [
    ['titel', 'title'],
    ['startDate', 'start_date'],
    ['start', 'start_date'],
    ['locality', 'location.locality'],
    ['location.latitude', 'location.location.latitude'],
    ['location.localty', 'location.locality'],
    ['hidden', 'platform:hidden'],
    ['action_network:hidden', 'platform:hidden'],
    ['modified_at', 'modified_date'],
  ] as const
  for (const [typed, meant] of args.length === 1 ? names : names.slice(0, 1)) {
    const ended = await cli.ran(...args, '--fields', `id,${typed}`)
    expectWrong(
      ended,
      new RegExp(`^error: --fields: no event has the field ${typed} \\(did you mean ${meant}\\?\\)\\n$`),
    )
    // The command checks --fields against the first page only.
    expect(cli.service.requests.length).toBeLessThan(7)
  }
})

test('--fields names several misspelt fields in one line', async () => {
  expectWrong(
    await service().ran('list', '--fields', 'titel,nmae'),
    /no event has the fields titel \(did you mean title\?\), nmae \(did you mean name\?\)\n/,
  )
})

test.for(shown)(
  '--fields accepts an undocumented field if an event has this field, and otherwise refuses it: %j',
  async (args) => {
    const field = { legacy: { colour: 'red' }, 'a.b': null }
    const some = service(field, 25)
    for (const name of ['legacy', 'legacy.colour', 'a.b', '_links.self.href', '_links.self'])
      expect(await some.ran(...args, '--fields', name)).toMatchObject({ code: 0, stderr: '' })
    const { code, stderr } = await some.ran(...args, '--fields', 'legacy.color')
    expect(stderr).toBe('error: --fields: no event has the field legacy.color (did you mean legacy.colour?)\n')
    expect(code).toBe(2)
    expect(await some.ran(...args, '--fields', 'wholly-other')).toMatchObject({
      code: 2,
      stderr: 'error: --fields: no event has the field wholly-other\n',
    })
  },
)

test('--fields accepts a name similar to a documented field if an event of the first page has it', async () => {
  const { code, stdout } = await service({ titel: 'x' }, 9).ran('export', '--prefetch', '0', '--fields', 'titel')
  expect(code).toBe(0)
  expect(
    linesOf(stdout)
      .map((each) => Reflect.get(Object(each), 'titel') ?? '')
      .join(''),
  ).toBe('x'.repeat(21))
})

test('--fields accepts a documented field that no event has', async () => {
  const cli = service({}, 0, { events: 1 })
  const names = ['capacity', 'location', 'location.location', 'identifiers.7', 'reminders.3.minutes', '_links', 'id']
  expect(await cli.ran('list', '--json', '--fields', names.join())).toMatchObject({ code: 0 })
  const said = await cli.ran('export', '--fields', names.join())
  expect(said.code).toBe(0)
  expect(said.stderr).toContain('warning: --fields: no event has the field identifiers.7\n')
})

test('an export with an unknown field in --fields leaves the file and the cursor unchanged', async () => {
  const cli = service()
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events'), folder.file('cursor')]
  writeFileSync(out, 'of last night')
  for (const name of ['titel', 'wholly-other'])
    for (const more of [[], ['--cursor', cursor], ['--resume']]) {
      expectWrong(await cli.ran('export', '--out', out, '--fields', name, ...more), /no event has/)
      expect([readFileSync(out, 'utf8'), readdirSync(folder.path)]).toEqual(['of last night', ['events']])
    }
})

test('export --resume still knows which names in --fields no event of the earlier run had', async () => {
  const early = service({ legacy: 'x' }, 0)
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  const args = (names: string) => ['export', '--out', out, '--resume', '--prefetch', '0', '--fields', names]
  early.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  expect(await early.ran(...args('legacy'))).toMatchObject({ code: 1 })
  early.service.faults.clear()
  // No later event has the field.
  expect(await early.ranWithout(args('legacy'))).toMatchObject({ code: 0, stderr: '' })
  early.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  expect(await early.ran(...args('wholly-other'))).toMatchObject({ code: 1 })
  early.service.faults.clear()
  expectWrong(await early.ran(...args('wholly-other')), /no event has the field wholly-other/)
})

test('with --max, --fields warns of an unknown field and refuses a misspelt one', async () => {
  const cli = service()
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events'), folder.file('cursor')]
  writeFileSync(cursor, '2020-01-01T00:00:00Z')
  for (const args of [
    ['export', '--changed-since', '2020-01-01T00:00:00Z'],
    ['export', '--cursor', cursor, '--out', out],
    ['list', '--max', '3'],
    ['list', '--changed-since', '2020-01-01T00:00:00Z'],
  ]) {
    const { code, stderr } = await cli.ran(...args, '--fields', 'legacy,title')
    expect(stderr).toContain('warning: --fields: no event has the field legacy\n')
    expect(code).toBe(0)
    expectWrong(await cli.ran(...args, '--fields', 'titel'), /did you mean title/)
  }
})

test('--fields accepts an unknown field when there are no events', async () => {
  const cli = service({}, 0, { events: 0 })
  for (const args of shown)
    expect(await cli.ran(...args, '--fields', 'titel,legacy')).toMatchObject({ code: 0, stderr: '' })
})

test('attendances --fields refuses a misspelt field and suggests the documented one', async () => {
  const cli = commandLine({ events: 0 })
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  cli.service.attend(event, 3)
  for (const more of [[], ['--json'], ['--format', 'csv'], ['--format', 'ndjson']])
    for (const api of ['v1', 'v2']) {
      const args = ['attendances', event.id, '--api', api, ...more, '--fields']
      expectWrong(
        await cli.ran([...args, 'stauts']),
        /--fields: no RSVP has the field stauts \(did you mean status\?\)\n/,
      )
      expectWrong(await cli.ran([...args, 'id,person_id']), /person_id \(did you mean platform:person_id\?\)\n/)
      const { code, stderr } = await cli.ran([...args, 'wholly-other'])
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: 'error: --fields: no RSVP has the field wholly-other\n',
      })
      const names = 'id,status,person,person.email_addresses.0.address,platform:event_id,identifiers.0,_links'
      expect(await cli.ran([...args, names])).toMatchObject({ code: 0 })
    }
})

test.for(['v1', 'v2'] as const)('--fields suggests no other name for a documented field of %s', (api) => {
  const names = columnsOf({ api, namespace: 'own' })
  for (const name of names) expect(nearestName(name, names)).toBe(name)
})

test.for([
  'note',
  'date',
  'time',
  'type',
  'tags',
  'organizer.name',
  'venue.title',
  'custom',
  'custom.city',
  'x'.repeat(500),
])("--fields suggests no other name for a field with the service's prefix: %s", (name) => {
  expect(nearestName(name, columnsOf({ api: 'v2', namespace: 'own' }))).toBeUndefined()
})

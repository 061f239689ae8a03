import { expect, test } from 'vitest'
import { type CommandLine, commandLine, expectWrong, linesOf } from '../support/command-line.ts'
import { MemoryFiles, steppingClock } from '../support/memory-files.ts'

const apis = ['v1', 'v2'] as const
type Api = (typeof apis)[number]

/** Titles by version. */
const titles = { v1: 'summary', v2: 'title' } as const

/** A service with events of its own, some of them with identifiers of another system, and commands for it. */
function exporting(api: Api, preset?: 'action-network', events = 20) {
  const cli = commandLine({ events, ...(preset && { namespace: 'action_network' }) })
  const service = ['--api', api, ...(preset ? ['--namespace', 'action_network'] : [])]
  return {
    ...cli,
    exported: async (format: string, ...more: readonly string[]) =>
      (await cli.ran(['export', ...service, '--format', format, ...more])).stdout,
    upsert: (input: string, ...more: readonly string[]) => cli.ran(['upsert', ...service, ...more], { input }),
  }
}

const writesOf = ({ service }: Pick<CommandLine, 'service'>) =>
  service.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method)

for (const format of ['csv', 'ndjson'] as const)
  test.for([
    ['v1', undefined],
    ['v2', 'action-network'],
  ] as const)(
    `upsert takes the file of export --format ${format}, and updates only the event whose title changed: %s, --preset %s`,
    async ([api, preset]) => {
      const cli = exporting(api, preset)
      const input = format === 'csv' ? ['--csv', '-'] : ['--ndjson']
      const before = await cli.exported(format)
      // An event that has no identifier of another system.
      const event = (await cli.events(api)).find((each) => Reflect.get(each, 'identifiers').length === 1) ?? {}
      const title: string = Reflect.get(event, titles[api])
      const edited = before.replaceAll(`"${title}"`, '"A title of the spreadsheet"')
      cli.service.requests.clear()
      const planned = await cli.upsert(edited, ...input, '--dry-run')
      expect(planned.stderr).toMatch(/^not sent, because the service sets them: [^\n]*total_accepted[^\n]*$/m)
      expect(planned.stderr).toContain('\nDry run: 1 would be updated, 19 would stay as they are. Nothing was sent.\n')
      expect(planned.stdout).toContain(`${titles[api]}: ${title} → A title of the spreadsheet`)
      expect([planned.code, writesOf(cli)]).toEqual([0, []])
      const { code, stderr } = await cli.upsert(edited, ...input)
      expect(stderr).toMatch(/\n1 event updated, 19 unchanged\n$/)
      expect([code, writesOf(cli)]).toEqual([0, ['PUT']])
      expect(await cli.exported(format, '--fields', titles[api])).toContain('A title of the spreadsheet')
    },
  )

/** A service with one event, which has no identifier of another system. */
function withOneEvent() {
  const cli = exporting('v2', undefined, 0)
  const id = cli.service.addEvent({ title: 'Picnic', origin_system: 'Calendar', description: 'Food' }).id
  cli.service.requests.clear()
  return { ...cli, id, event: async () => JSON.parse((await cli.ran(['get', id, '--json'])).stdout) }
}

test.for([
  ['the column id', (id: string) => `id,title\n${id},Fair\n`],
  ['a column that --map names', (id: string) => `Event,Name\n${id},Fair\n`, '--map', 'id=Event,title=Name'],
  ['the service’s own identifier', (id: string) => `identifiers,title\nplatform:${id},Fair\n`, '--origin-system', 'x'],
] as const)('upsert --csv updates the event that %s names', async ([, sheet, ...flags]) => {
  const { id, upsert, event } = withOneEvent()
  const { code, stdout } = await upsert(sheet(id), '--csv', '-', ...flags)
  expect({ code, stdout }).toEqual({ code: 0, stdout: `row 2: updated ${id}\n` })
  expect(await event()).toMatchObject({ title: 'Fair', description: 'Food' })
})

test('upsert gives an event that its id names an identifier of another system, by which the next upsert finds it', async () => {
  const { id, upsert, event } = withOneEvent()
  const flags = ['--csv', '-', '--identifier-from', 'calendar:Nr', '--map', 'title=Name']
  const adopting = await upsert(
    `id,Nr,Name\n${id},7,Fair\n`,
    '--csv',
    '-',
    '--map',
    'id=id,title=Name',
    ...flags.slice(2, 4),
  )
  expect(adopting).toMatchObject({ code: 0, stdout: `row 2: updated ${id}\n` })
  expect((await event()).identifiers).toEqual(expect.arrayContaining(['calendar:7', `platform:${id}`]))
  expect((await upsert('Nr,Name\n7,Fest\n', ...flags, '--origin-system', 'Calendar')).stdout).toBe(
    `row 2: updated ${id}\n`,
  )
})

test.for([
  ['alone', []],
  ['with an identifier of another system', ['calendar:7']],
] as const)('upsert does not create an event for an id that the service does not have: %s', async ([, identifiers]) => {
  const { upsert, service } = withOneEvent()
  const gone = '11111111-1111-4111-8111-111111111111'
  const line = { identifiers: [`platform:${gone}`, ...identifiers], title: 'Fair', origin_system: 'Calendar' }
  const message = `the service has no event ${gone}, or does not show it to this key\n  to create it again, leave out its id, and give it an identifier of your own system\n`
  for (const dry of [[], ['--dry-run']]) {
    const many = await upsert(`${JSON.stringify(line)}\n`, '--ndjson', ...dry)
    expect(many.stderr).toContain(`error: line 1: ${message}`)
    expect(many.code).toBe(1)
    expect(await upsert(JSON.stringify(line), ...dry)).toEqual({ code: 1, stdout: '', stderr: `error: ${message}` })
  }
  expect(writesOf({ service })).toEqual([])
})

test('upsert refuses a row with two ids of the service, and two rows with the same id', async () => {
  const { id, upsert, service } = withOneEvent()
  const two = { identifiers: [`platform:${id}`, 'platform:other'], title: 'Fair' }
  expectWrong(
    await upsert(JSON.stringify(two)),
    /identifiers: platform:\S+, platform:other are two events of the service\n/,
  )
  const { stderr } = await upsert(`id,title\n${id},Fair\n${id},Fest\n`, '--csv', '-')
  expect(stderr).toContain(`error: row 2 "Fair": identifiers: rows 2 and 3 have the same, "platform:`)
  expect(writesOf({ service })).toEqual([])
})

test('upsert clears the fields that are null in JSON, and counts null for an empty field as unchanged', async () => {
  const { id, upsert, event, service } = withOneEvent()
  service.addEvent({ title: 'Fest', identifiers: ['calendar:1'], origin_system: 'Calendar', instructions: 'Ring' })
  const own = { identifiers: ['calendar:1'], title: 'Fest', origin_system: 'Calendar', instructions: null, name: null }
  const input = [{ identifiers: [`platform:${id}`], description: null, name: null }, own]
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('')
  const planned = linesOf((await upsert(input, '--ndjson', '--dry-run', '--json')).stdout)
  expect(planned).toMatchObject([
    { result: 'would update', changes: [{ field: 'description', old: 'Food', new: null }] },
    { result: 'would update', changes: [{ field: 'instructions', old: 'Ring', new: null }] },
  ])
  expect((await upsert(input, '--ndjson')).stderr).toBe('2 events updated\n')
  expect((await event()).description ?? null).toBeNull()
  expect((await upsert(input, '--ndjson')).stderr).toBe('2 events unchanged\n')
})

test('upsert takes back fields that only this service has, and refuses a change of them', async () => {
  const { ran, id, service } = withOneEvent()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await service.fetch(input, init)
    const text = await response.text()
    return new Response(text.replaceAll('"title":', '"id":77,"colour":{"name":"red"},"title":'), response)
  }
  const { stdout } = await ran(['export'], { fetch })
  expect(stdout).toContain('"colour":{"name":"red"}')
  const upsert = (input: string) => ran(['upsert', '--ndjson'], { input, fetch })
  expect(await upsert(stdout.replace('Picnic', 'Fair'))).toMatchObject({
    code: 0,
    stdout: `line 1: updated ${id}\n`,
  })
  const { code, stderr } = await upsert(stdout.replace('"red"', '"blue"'))
  expect(stderr).toContain('error: line 1: colour: is not a field of an event in v2')
  expect(code).toBe(1)
})

test('upsert of an event that its id names reads --key-file once, because the file may be a pipe', async () => {
  const { ran, key, id } = withOneEvent()
  let reads = 0
  const view = new MemoryFiles(steppingClock()).view()
  const readFile = async () => {
    reads += 1
    return Buffer.from(reads === 1 ? `${key}\n` : '')
  }
  const around = { fs: { ...view, readFile }, env: { EVENTS_API_KEY: undefined } }
  const args = ['upsert', '--key-file', '/dev/fd/63', '--identifier', `platform:${id}`, '--title', 'Fair']
  expect(await ran(args, around)).toMatchObject({ code: 0, stdout: `updated ${id}\n` })
  expect(reads).toBe(1)
})

test('upsert of one event from standard input takes what get --json prints', async () => {
  const { ran, upsert, event, id } = withOneEvent()
  const { stdout } = await ran(['get', id, '--json'])
  const { code, stdout: said, stderr } = await upsert(stdout.replace('Picnic', 'Fair'))
  expect({ code, said }).toEqual({ code: 0, said: `updated ${id}\n` })
  expect(stderr).toMatch(/^not sent, because the service sets them: created_date, /)
  expect((await event()).title).toBe('Fair')
})

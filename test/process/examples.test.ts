import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import type { FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { install, root } from '../support/built.ts'
import { runExample, servedService, start } from '../support/cli.ts'

const program = 'list-all-events.ts'

test('the main example lists all events in both versions, and creates, updates, reads and tries to delete an event, in a project that has only the package installed, with either namespace', async () => {
  using project = install('ky', 'zod')
  cpSync(join(root, 'examples', program), join(project.folder, program))
  for (const EVENTS_NAMESPACE of ['platform', 'action_network']) {
    const { code, stdout, stderr } = await start(process.execPath, [program], { EVENTS_NAMESPACE }, project.folder)
      .ended
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.match(/^60 events on 3 pages$/gm)).toHaveLength(2)
    expect(stdout).toMatch(/^TITLE +LOCAL START +PLACE +RSVPS$/m)
    expect(stdout).toMatch(/^.+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}.+, [A-Z]{2} +\d+$/m)
    expect(stdout).toMatch(/^created {2}\S+ {2}Park clean-up, 2026-06-20T10:00:00$/m)
    expect(stdout).toMatch(/^re-read {2}\S+ {2}Park clean-up, with lunch, 2026-06-20T11:00:00$/m)
    expect(stdout).toMatch(/^delete {3}refused, as documented: DELETE https:\/\/\S+ answered 405: .+$/m)
  }
})

test('the main example lists the events of the service in EVENTS_BASE_URL, in either version, and writes nothing', async () => {
  await using served = await servedService({ events: 30, namespace: 'action_network' })
  const env = { ...served.env, EVENTS_NAMESPACE: 'action_network' }
  const runs = [await runExample(program, [], { ...env, EVENTS_VERSION: 'v1' }), await runExample(program, [], env)]
  for (const { stdout } of runs) {
    expect(stdout).toMatch(/^30 events on 2 pages$/m)
    expect(stdout).not.toContain('created')
  }
  const asked = served.service.requests.map(({ method, path }) => `${method} ${path}`)
  expect(asked).toEqual(['v1', 'v1', 'v2', 'v2'].map((version) => `GET /api/${version}/events`))
})

/** The report of a key with two campaigns and events without one, where nothing or this goes wrong. */
async function reported(args: readonly string[] = [], fault?: FaultRule) {
  await using served = await servedService({ perPage: 2, assumptions: { campaignEvents: 'of every host' } })
  const { service } = served
  const key = service.seeded.group
  const spring = service.addCampaign({ title: 'Spring | *clean*\nup', key })
  const autumn = service.addCampaign({ title: 'Autumn', key })
  const add = (title: string, rsvps: number, campaign?: typeof spring, start_date = '2026-05-20T10:00:00') =>
    service.attend(service.addEvent({ title, start_date, ...(campaign && { campaign }) }, { key }), rsvps)
  add('Park', 3, spring, '2026-06-20T10:00:00')
  add('River', 5, spring, '2026-04-01T09:00:00')
  add('Leaves', 9, autumn)
  add('Meeting', 1)
  add('Quiet evening', 0)
  // Others host an event in the campaign, which the list of the key does not have.
  const others = service.addKey({ group: service.addGroup({ title: 'Others' }) })
  const hosted = { title: 'Boats', campaign: autumn, start_date: '2026-05-22T10:00:00' }
  service.attend(service.addEvent(hosted, { key: others }), 5)
  if (fault) service.faults.add(fault)
  return await runExample('campaign-report.ts', args, served.env)
}

test('the campaign report has the sums of every campaign, the campaign with most RSVPs first', async () => {
  const { code, stdout, stderr } = await reported()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trimEnd().split('\n')).toEqual([
    'CAMPAIGN             EVENTS  RSVPS  FROM        TO          FULLEST',
    'Autumn                    2     14  2026-05-20  2026-05-22  9 at Leaves',
    'Spring | *clean* up       2      8  2026-04-01  2026-06-20  5 at River',
    'no campaign               2      1  2026-05-20  2026-05-20  1 at Meeting',
    'all                       6     23',
  ])
})

test('a title with Markdown characters does not break the table of the campaign report', async () => {
  const lines = (await reported(['--markdown'])).stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  expect(lines[3]).toBe('| Spring \\| \\*clean\\* up | 2 | 8 | 2026-04-01 | 2026-06-20 | 5 at River |')
  for (const line of lines) expect(line.replaceAll('\\|', '').match(/\|/g)).toHaveLength(7)
})

test('the campaign report prints the error and no table when the service fails', async () => {
  const fault = { operation: 'events.list', nth: 2, times: 9, effect: { kind: 'status', status: 400 } } as const
  const { code, stdout, stderr } = await reported([], fault)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^GET \S+ answered 400: .+\n$/)
})

test('the campaign report of an incomplete list says so and prints no sums', async () => {
  const cut: FaultRule = { operation: 'events.list', nth: 2, effect: { kind: 'status', status: 200, body: {} } }
  const { code, stdout, stderr } = await reported([], cut)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^The list of events ended early\. .+\n$/)
})

/** The files of the examples, by their folders; an example of one file is a folder of its own. */
const examples = Map.groupBy(
  readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:m?[jt]sx?|json)$/.test(path),
  ),
  (path) => (dirname(path) === '.' ? path : dirname(path)),
)

/** The packages that code imports beside this one. */
function packagesIn(code: string): string[] {
  const names = [...code.matchAll(/(?:(?<!')\bfrom|^import|\bimport\() ?'(?!@\/)([^'.][^']*)'/gm)].map(
    ([, name = '']) => name,
  )
  return names
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) => (/^osdi-events\/mock\/(?:msw|node|browser)$/.test(name) ? 'msw' : name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    .filter((name) => name !== 'osdi-events')
}

test.for([...examples])('the example %s names every package that it needs in addition to osdi-events', ([, paths]) => {
  const texts = paths.map((path) => readFileSync(join(root, 'examples', path), 'utf8'))
  // In a package.json, or in the words before the first import.
  const named = texts.map((text) => text.split(/^import /m, 1)[0]).join('\n')
  for (const name of texts.flatMap(packagesIn)) expect(named).toMatch(new RegExp(`[\`"' ]${name}[\`"' ]`))
})

test('no example imports a file outside its own folder', () => {
  for (const path of [...examples.values()].flat()) {
    const code = readFileSync(join(root, 'examples', path), 'utf8')
    const [folder = ''] = path.split('/')
    for (const [, name = ''] of code.matchAll(/\bfrom '((?:\.|@\/)[^']*)'/g)) {
      // Next's own name for the folder of the project, into which the files of both folders go.
      const file = name.startsWith('@/') ? join(folder, name.slice(2)) : join(dirname(path), name)
      expect(file.startsWith(`${folder}/`), `${path} imports ${name}`).toBe(true)
      expect(existsSync(join(root, 'examples', file)), `${path} imports ${name}`).toBe(true)
    }
  }
})

import { expect, test } from 'vitest'
import { commandLine, linesOf } from '../support/command-line.ts'
import { MemoryFiles, steppingClock } from '../support/memory-files.ts'

const versions = ['v1', 'v2'] as const

/** A service with two event campaigns, the second one with an event, and commands that know where it is. */
function world() {
  const cli = commandLine({ events: 0 })
  const key = cli.service.seeded.group
  const spring = cli.service.addCampaign({ title: 'Spring clean-up', key })
  const autumn = cli.service.addCampaign({ title: 'Autumn\tmarch', key })
  cli.service.addEvent({ title: 'Picnic', campaign: autumn }, { key })
  return { cli, spring, autumn }
}

test.for(versions)(
  'campaigns in a pipe prints title, number of events and whole id of each campaign, which list and export take as --campaign: %s',
  async (api) => {
    const { cli, spring, autumn } = world()
    const { code, stdout, stderr } = await cli.ran(['campaigns', '--api', api])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n').sort()).toEqual([
      `Autumn march\t1\t${autumn.id}`,
      `Spring clean-up\t0\t${spring.id}`,
    ])
    for (const campaign of [autumn.id, `platform:${autumn.id}`]) {
      const listed = await cli.ran(['list', '--api', api, '--campaign', campaign])
      expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Picnic\t[^\n]*\n$/) })
      const exported = await cli.ran(['export', '--api', api, '--campaign', campaign])
      expect(titlesIn(exported.stdout)).toEqual(['Picnic'])
    }
    const [first] = stdout.split('\n')
    expect((await cli.ran(['campaigns', '--api', api, '--max', '1'])).stdout).toBe(`${first}\n`)
  },
)

test('campaigns on a terminal leaves out the number of events if the service does not send it', async () => {
  const { cli } = world()
  const campaign = { title: 'Rivers', identifiers: ['platform:c1'] }
  const body = { _embedded: { 'platform:event_campaigns': [campaign] } }
  cli.fault({ path: '**/event_campaigns**', effect: { kind: 'status', status: 200, body } })
  const { stdout } = await cli.ran(['campaigns'], { columns: 80, env: { NO_COLOR: '1' } })
  expect(stdout).toBe('TITLE   ID\nRivers  c1\n')
  expect((await cli.ran(['campaigns'])).stdout).toBe('Rivers\t\tc1\n')
})

test('campaigns --json prints one array of whole campaigns, and with --fields the chosen fields', async () => {
  const { cli, spring, autumn } = world()
  const { stdout, code } = await cli.ran(['campaigns', '--json'])
  const campaigns: readonly object[] = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(campaigns.map((each) => Reflect.get(each, 'title')).sort()).toEqual(['Autumn\tmarch', 'Spring clean-up'])
  expect(campaigns[0]).toHaveProperty(['_links', 'osdi:events'])
  const chosen = await cli.ran(['campaigns', '--json', '--fields', 'id,total_events,platform:hidden'])
  const ids = JSON.parse(chosen.stdout).map((each: object) => Reflect.get(each, 'id'))
  expect(ids.sort()).toEqual([spring.id, autumn.id].sort())
  const table = await cli.ran(['campaigns', '--fields', 'id,title'])
  expect(table.stdout).toContain(`${spring.id}\tSpring clean-up\n`)
  expect((await cli.ran(['campaigns', '--fields', 'titel'])).code).toBe(2)
})

/** A key with two own events, one of them in its campaign, where others host two events; one of those is in no list of the key. */
function hosted() {
  const cli = commandLine({ events: 0, perPage: 2, assumptions: { campaignEvents: 'of every host' } })
  const { service, key } = { ...cli, key: cli.service.seeded.group }
  const campaign = service.addCampaign({ title: 'River', key })
  const others = service.addKey({ group: service.addGroup({ title: 'Others' }) })
  service.addEvent({ title: 'Meeting' }, { key })
  service.addEvent({ title: 'Clean-up', campaign }, { key })
  for (const title of ['Boats', 'Nets']) service.addEvent({ title, campaign }, { key: others })
  service.requests.clear()
  return cli
}

const titlesIn = (ndjson: string) =>
  linesOf(ndjson).map((event) => String(Object(event).title ?? Object(event).summary))

test.for(versions)(
  'export --campaigns has the own events and those that others host in the campaigns, once each: %s',
  async (api) => {
    const cli = hosted()
    const own = await cli.ran(['export', '--api', api])
    expect(titlesIn(own.stdout).sort()).toEqual(['Clean-up', 'Meeting'])
    const all = await cli.ran(['export', '--campaigns', '--api', api])
    expect({ code: all.code, stderr: all.stderr }).toEqual({ code: 0, stderr: '' })
    expect(titlesIn(all.stdout).sort()).toEqual(['Boats', 'Clean-up', 'Meeting', 'Nets'])
    const csv = await cli.ran(['export', '--campaigns', '--api', api, '--format', 'csv'])
    expect(csv.stdout.trimEnd().split('\n')).toHaveLength(5)
  },
)

test.for(['lists none', 'refuses the list'])(
  'export --campaigns with the key of an individual exports its own events: the service %s',
  async (how) => {
    const cli = commandLine({ events: 0 })
    const { individual } = cli.service.seeded
    cli.service.addEvent({ title: 'Picnic' }, { key: individual })
    if (how === 'refuses the list') cli.fault({ operation: 'campaigns.list', effect: { kind: 'status', status: 403 } })
    const ended = await cli.ran(['export', '--campaigns'], { env: { EVENTS_API_KEY: individual.token } })
    expect(titlesIn(ended.stdout)).toEqual(['Picnic'])
    expect([ended.code, ended.stderr.split(':')[0]]).toEqual([0, '--campaigns'])
  },
)

test.for([
  [
    'a campaign that the service refuses',
    { operation: 'campaigns.events', effect: { kind: 'status', status: 403 } },
    3,
  ],
  [
    'a key whose list of campaigns ends early',
    { operation: 'campaigns.list', effect: { kind: 'status', status: 200, body: {} } },
    1,
  ],
  [
    'a campaign whose list ends early',
    { operation: 'campaigns.events', nth: 2, effect: { kind: 'status', status: 200, body: {} } },
    1,
  ],
] as const)('export --campaigns of %s leaves the file as it was', async ([, fault, expected]) => {
  const cli = hosted()
  const clock = steppingClock()
  const files = new MemoryFiles(clock, { events: 'of last night' })
  cli.fault(fault)
  const args = ['export', '--campaigns', '--out', '/events', '--prefetch', '0']
  const { code } = await cli.ran(args, { fs: files.view(), clock })
  expect({ code, files: files.files }).toEqual({ code: expected, files: { events: 'of last night' } })
})

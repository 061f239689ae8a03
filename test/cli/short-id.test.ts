import { idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { commandLine, expectWrong } from '../support/command-line.ts'

/** Sixty events on pages of ten, one of them in an event campaign, and the short ids that tables show. */
function world() {
  const cli = commandLine({ events: 60, perPage: 10 })
  const { group } = cli.service.seeded
  const campaign = cli.service.addCampaign({ title: 'River', key: group })
  const event = cli.service.addEvent({ title: 'Clean-up', campaign: campaign.id }, { key: group })
  cli.service.attend(event, 2)
  cli.service.requests.clear()
  return { cli, event, short: event.id.slice(0, 8), shortCampaign: campaign.id.slice(0, 8) }
}

test.for([
  ['get', /^title\s+Clean-up$/m],
  ['update --title Canal', /^title\s+Canal$/m],
  ['attendances', /^accepted\t/],
  ['attendances --people', /@/],
  ['rsvp --email ada@example.org', /^accepted /],
] as const)('%s takes the short id of a table', async ([typed, printed]) => {
  const { cli, event, short } = world()
  const [command = '', ...flags] = typed.split(' ')
  const { code, stdout, stderr } = await cli.ran([command, short, ...flags])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(printed)
  expect(cli.service.requests.some(({ url }) => url.includes(`/events/${event.id}`))).toBe(true)
})

test.for(['list --json', 'export --format json'])('%s --campaign takes the short id of a table', async (typed) => {
  const { cli, shortCampaign } = world()
  const { code, stdout } = await cli.ran([...typed.split(' '), '--campaign', shortCampaign])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([{ title: 'Clean-up' }])
})

test('any beginning of an id from four characters on is enough, in any case', async () => {
  const { cli, event } = world()
  for (const beginning of [event.id.slice(0, 5), event.id.slice(0, 13), event.id.slice(0, 8).toUpperCase()])
    expect((await cli.ran(['get', beginning])).stdout).toContain(event.id)
})

test('a short id that several events have is refused with the whole ids', async () => {
  const { cli, event, short } = world()
  // Another event gets an id that begins alike.
  const other = (await cli.events())[3] ?? {}
  const otherId = idOf(other, 'platform')
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    return new Response((await response.text()).replaceAll(otherId, short + otherId.slice(8)), response)
  }
  const refused = await cli.ran(['update', short, '--title', 'Canal'], { fetch })
  expectWrong(refused, new RegExp(`^error: ${short}: several ids begin like this\\n {2}give one whole: `))
  expect(refused.stderr).toContain(event.id)
  expect(cli.service.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('a short id that no event has gives the error of the service', async () => {
  const { cli } = world()
  const { code, stderr } = await cli.ran(['get', 'ffffffff'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: no event has this id: GET \S+\/events\/ffffffff answered 404/)
})

test('a whole id is not looked for', async () => {
  const { cli, event } = world()
  expect((await cli.ran(['get', event.id])).code).toBe(0)
  expect(cli.service.requests).toHaveLength(1)
})

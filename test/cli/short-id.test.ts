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
  return { cli, event, campaign, short: event.id.slice(0, 8), shortCampaign: campaign.id.slice(0, 8) }
}

test.for([
  ['get', /^title\s+Clean-up$/m],
  ['update --title Canal', /^title\s+Canal$/m],
  ['attendances', /^accepted\t/],
  ['attendances --people', /@/],
  ['rsvp --email ada@example.org', /^accepted /],
] as const)('%s takes the short id of a table, and names the event', async ([typed, printed]) => {
  const { cli, event, short } = world()
  const [command = '', ...flags] = typed.split(' ')
  const { code, stdout, stderr } = await cli.ran([command, short, ...flags])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(`^${short} [^\\n]* ${event.id}\\n$`) })
  expect(stdout).toMatch(printed)
  expect(cli.service.requests.some(({ url }) => url.includes(`/events/${event.id}`))).toBe(true)
})

test.for(['list --json', 'export --format json'])(
  '%s --campaign takes the short id of a table, and names the campaign',
  async (typed) => {
    const { cli, campaign, shortCampaign } = world()
    const { code, stdout, stderr } = await cli.ran([...typed.split(' '), '--campaign', shortCampaign])
    const said = expect.stringMatching(`^${shortCampaign} [^\\n]* ${campaign.id}\\n$`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: said })
    expect(JSON.parse(stdout)).toMatchObject([{ title: 'Clean-up' }])
  },
)

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
  for (const id of [event.id, short + otherId.slice(8)])
    expectWrong(refused, new RegExp(`^error: ${short}: [\\s\\S]*${id}`))
  expect(cli.service.requests.every(({ method }) => method === 'GET')).toBe(true)
})

const writes = ['update 12345678 --title Canal', 'rsvp 12345678 --email ada@example.org']

test.for([...writes, 'get 12345678', 'attendances 12345678'])(
  'a whole id that only looks short is that of its event, also if the list has only another that begins alike: %s',
  async (typed) => {
    const { cli, event } = world()
    const listed = idOf((await cli.events())[0] ?? {}, 'platform')
    const names = [
      ['123456789', listed],
      ['12345678', event.id],
    ] as const
    /** A service with these ids, whose list does not show the second event. */
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const asked = names.reduce((url, [name, id]) => url.replace(new RegExp(`/${name}(?=/|$)`), `/${id}`), `${input}`)
      const response = await cli.service.fetch(asked, init)
      const shown = JSON.stringify(await response.json(), (_, value) =>
        Array.isArray(value) ? value.filter((each) => !each.identifiers?.includes(`platform:${event.id}`)) : value,
      )
      return new Response(
        names.reduce((text, [name, id]) => text.replaceAll(id, name), shown),
        response,
      )
    }
    const { code, stderr } = await cli.ran(typed.split(' '), { fetch })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const paths = cli.service.requests.map(({ path }) => path)
    expect(paths.some((path) => path.includes(event.id))).toBe(true)
    expect(paths.some((path) => path.includes(listed))).toBe(false)
  },
)

test('a write refuses a short id if the list is not complete, and a read takes it', async () => {
  const { cli, event, short } = world()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    return new Response((await response.text()).replaceAll('"total_records":61', '"total_records":62'), response)
  }
  for (const [command = '', ...flags] of writes.map((typed) => typed.split(' '))) {
    const refused = await cli.ran([command, short, ...flags.slice(1)], { fetch })
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(event.id) })
  }
  expect(cli.service.requests.every(({ method }) => method === 'GET')).toBe(true)
  expect(await cli.ran(['get', short], { fetch })).toMatchObject({ code: 0 })
})

test('a short id that no event has gives the error of the service', async () => {
  const { cli } = world()
  const { code, stderr } = await cli.ran(['get', 'ffffffff'])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/ GET \S+\/events\/ffffffff .*404/)])
})

test('a whole id is not looked for', async () => {
  const { cli, event } = world()
  expect((await cli.ran(['get', event.id])).code).toBe(0)
  expect(cli.service.requests).toHaveLength(1)
})

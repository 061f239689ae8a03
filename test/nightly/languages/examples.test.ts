import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { mock, osdiEvents, type Served } from '../../support/cli.ts'
import { commandOf, type MockName, mockNames } from '../../support/example-commands.ts'
import { adminRequest } from '../../support/served.ts'

const paths = { Python: 'python/list_events.py', curl: 'curl/list-events.sh' } as const

/** The command that an example's first lines name for a mock, from the folder of the project. */
function programOf(path: string, mock: MockName): readonly string[] {
  const { env, words } = commandOf(path, mock)
  const [program = '', file] = words
  expect([env, file]).toEqual([{}, basename(path)])
  return [program, `examples/${path}`]
}

/** Settings of the machine that would lead a request for loopback elsewhere. */
const noProxy = { http_proxy: '', HTTP_PROXY: '', ALL_PROXY: '', all_proxy: '' }

const requestsOf = async ({ url }: Served) =>
  (await adminRequest(url, 'GET requests')).json as readonly { method: string; path: string; status: number }[]

/** Runs a program against a service, by way of `env`, which sets variables for a command. */
const against = ({ url }: Served, key: string, program: readonly string[]) => {
  const variables = [`EVENTS_BASE_URL=${url}`, `EVENTS_API_KEY=${key}`]
  return osdiEvents(['mock', '--events', '0', '--', 'env', ...variables, ...program], noProxy).ended
}

for (const [language, path] of Object.entries(paths)) {
  const program = programOf(path, 'mock')

  test.for(mockNames)(
    `the ${language} example pages through all events of osdi-events %s and creates one`,
    async (mock) => {
      const flags = [...mock.split(' '), '--per-page', '7']
      const { code, stdout, stderr } = await osdiEvents([...flags, '--', ...programOf(path, mock)], noProxy).ended
      expect(stderr).toBe('')
      const lines = stdout.trimEnd().split('\n')
      expect(new Set(lines.slice(0, 60)).size).toBe(60)
      const prefix = mock === 'mock' ? 'platform' : 'action_network'
      expect(lines.slice(60)).toEqual(['60 events', expect.stringMatching(new RegExp(`^created ${prefix}:[\\w-]+$`))])
      expect(code).toBe(0)
    },
  )

  test(`the ${language} example reports an incomplete list, and creates nothing`, async () => {
    await using service = await mock('--per-page', '7')
    const cut = { operation: 'events.list', query: { page: '3' }, effect: { kind: 'status', status: 200, body: {} } }
    expect((await adminRequest(service.url, 'POST faults', cut)).status).toBe(200)
    const { code, stderr } = await against(service, service.keys.group, program)
    expect([code === 0, stderr]).toEqual([
      false,
      expect.stringMatching(/^the list ended early, after 14 of 60 events\n$/),
    ])
    expect((await requestsOf(service)).map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
  })

  test(`the ${language} example prints one line and fails when the service refuses a request`, async () => {
    await using service = await mock()
    const { code, stdout, stderr } = await against(service, 'no-such-key', program)
    expect(stderr).toMatch(/^[^\n]*403[^\n]*\n$/)
    expect(stdout).toBe('')
    expect(code).not.toBe(0)
  })

  test(`the ${language} example sends its key to no other host, even if links and redirects lead there`, async () => {
    await using other = await mock()
    for (const effect of [
      { kind: 'next', to: `${other.url}/api/v2/events?page=2` },
      { kind: 'redirect', to: `${other.url}/api/v2/events` },
    ]) {
      await using service = await mock()
      expect((await adminRequest(service.url, 'POST faults', { operation: 'events.list', effect })).status).toBe(200)
      const { code } = await against(service, service.keys.group, program)
      expect(code).not.toBe(0)
      expect((await requestsOf(service)).length).toBe(1)
    }
    expect(await requestsOf(other)).toEqual([])
  })
}

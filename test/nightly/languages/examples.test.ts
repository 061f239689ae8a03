import { expect, test } from 'vitest'
import { mock, osdiEvents, type Served } from '../../support/cli.ts'
import { adminRequest } from '../../support/served.ts'

const programs: Readonly<Record<string, readonly string[]>> = {
  Python: ['python3', 'examples/python/list_events.py'],
  curl: ['bash', 'examples/curl/list-events.sh'],
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

for (const [language, program] of Object.entries(programs)) {
  test(`the ${language} example pages through all events and creates one`, async () => {
    const { code, stdout, stderr } = await osdiEvents(['mock', '--per-page', '7', '--', ...program], noProxy).ended
    expect(stderr).toBe('')
    const lines = stdout.trimEnd().split('\n')
    expect(new Set(lines.slice(0, 60)).size).toBe(60)
    expect(lines.slice(60)).toEqual(['60 events', expect.stringMatching(/^created platform:[\w-]+$/)])
    expect(code).toBe(0)
  })

  test(`the ${language} example says what was refused, in one line, and fails`, async () => {
    await using service = await mock()
    const { code, stdout, stderr } = await against(service, 'no-such-key', program)
    expect(stderr).toMatch(/^[^\n]*403[^\n]*\n$/)
    expect(stdout).toBe('')
    expect(code).not.toBe(0)
  })

  test(`the ${language} example sends its key to no other address, by no link and no redirect`, async () => {
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

import { expect, test } from 'vitest'
import { mock, osdiEvents, output } from '../support/cli.ts'

// Each test starts programs of its own.

const curlLine = /^ +(curl .+)$/m

test('the first line is one JSON object with the address and both keys, alone on standard output; the banner shows them without colours', async () => {
  await using service = await mock()
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  for (const key of [service.keys.group, service.keys.individual]) {
    const answer = await fetch(`${service.url}/api/v2/events`, { headers: { 'OSDI-API-Token': key } })
    expect(answer.status).toBe(200)
  }
  await service.until('stderr', curlLine)
  const { stderr } = service.printed
  const { url, keys } = service
  for (const shown of [`${url}/api/v1/events`, `${url}/api/v2/events`, `${url}/_mock/`, keys.group, keys.individual]) {
    expect(stderr).toContain(shown)
  }
  expect(stderr).not.toContain('\u001b')
  service.kill('SIGTERM')
  const { stdout } = await service.ended
  expect(stdout).toBe(`${JSON.stringify({ url: service.url, keys: service.keys })}\n`)
})

test("the banner's curl line gets a page of events with whatever key, also one that a shell would take apart", async () => {
  const key = 'it\'s "a" $HOME `key` \\ !x; exit 3; \''
  await using service = await mock('--group-key', key)
  const [, line = ''] = await service.until('stderr', curlLine)
  // What a shell makes of the line, sent from here: that needs no curl.
  const words = await output('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`])
  const [flag, header = '', address = ''] = words.trimEnd().split('\n')
  const [name = '', value = ''] = header.split(/: (.*)/)
  expect([flag, value]).toEqual(['-H', key])
  const answer = await fetch(address, { headers: { [name]: value } })
  expect(await answer.json()).toMatchObject({ total_records: 60 })
})

test('a reader who never takes anything does not end the service', async () => {
  await using running = osdiEvents(['mock', '--port', '0', '--group-key', 'a-key'])
  running.process.stdout?.destroy()
  const [, url] = await running.until('stderr', /listens on (http:\S+?);/)
  const answer = await fetch(`${url}/api/v2/events`, { headers: { 'OSDI-API-Token': 'a-key' } })
  expect(answer.status).toBe(200)
})

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

const run = promisify(execFile)
const json = { 'Content-Type': 'application/json' }

test('requests show as they happen, without the key, and whatever became of them; they are filtered, and the request log is emptied', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, service, server, ask, troubles } = opened
  await page.getByText('No requests yet').waitFor()
  await ask('/api/v2/events?page=1')
  const row = page.getByRole('row', { name: '/api/v2/events?page=1' })
  await row.waitFor()
  const [, ...cells] = await row.getByRole('cell').allTextContents()
  expect(cells).toEqual(['GET', '/api/v2/events?page=1', 'v2', '[redacted]', '', '200'])
  const fault = service.faults.add({ effect: { kind: 'reset' } })
  await ask('/api/v1/events').catch(() => {})
  await page.getByRole('row', { name: '/api/v1/events' }).getByText('reset').waitFor()
  service.faults.remove(fault)
  const rows = page.locator('tbody .row-link')
  expect(await rows.allTextContents()).toEqual(['/api/v1/events', '/api/v2/events?page=1'])
  expect(await page.content()).not.toContain(server.keys.group)
  await ask('/api/v2/nowhere')
  await page.getByText('/api/v2/nowhere').waitFor()
  await page.getByRole('searchbox', { name: 'Filter requests' }).fill('get 200')
  await page.getByText('/api/v2/nowhere').waitFor({ state: 'detached' })
  expect(await rows.allTextContents()).toEqual(['/api/v2/events?page=1'])
  await page.getByRole('searchbox').fill('')
  await page.getByRole('combobox', { name: 'Which requests' }).selectOption('Failed')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No requests yet').waitFor()
  expect(service.requests).toEqual([])
  expect(troubles).toEqual([])
})

test('a request opens with its headers and body, holds the focus, and gives it back', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, server, ask, troubles, go } = opened
  await ask('/api/v2/events', { method: 'POST', headers: json, body: '{"title":"Picnic","origin_system":"Calendar"}' })
  const link = page.getByRole('link', { name: '/api/v2/events', exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'POST /api/v2/events' })
  await dialog.waitFor()
  expect(page.url()).toMatch(/#\/requests\/1$/)
  expect(await dialog.getByRole('term').allTextContents()).toContain('osdi-api-token')
  expect(await dialog.textContent()).toContain('"title": "Picnic"')
  expect(await dialog.textContent()).not.toContain(server.keys.group)
  await page.keyboard.press('Escape')
  await closed(page)
  await expectFocus(link)
  await page.goBack()
  await dialog.waitFor()
  await go('requests/77')
  await page.getByText('The request log does not have this request').waitFor()
  expect(troubles).toEqual([])
})

test('news that could not be taken in is told again', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, service, ask } = opened
  await ask('/api/v2/events')
  const row = page.getByRole('row', { name: '/api/v2/events' })
  await row.waitFor()
  await page.route('**/_mock/requests', (route) => route.abort(), { times: 1 })
  service.reset()
  await page.getByText('No requests yet').waitFor()
  await page.locator('.connection').getByText('Live').waitFor()
  expect(await row.count()).toBe(0)
})

/** What the versions call things otherwise. */
const dialects = {
  v1: { header: 'api-key', title: 'summary', origin: 'originating_system', attendances: 'attendance' },
  v2: { header: 'OSDI-API-Token', title: 'title', origin: 'origin_system', attendances: 'attendances' },
} as const

test.for(Object.entries(dialects))(
  'requests of %s are copied as a curl command that a shell takes apart rightly, and as code that sends the same again',
  async ([version, { header, title, origin, attendances }]) => {
    await using opened = await explored({ service: { events: 30, now: '2026-05-01T12:00:00Z' } })
    const { page, server, service, go } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { id } = service.addEvent({ title: 'Picnic' }, { key: server.keys.group, via: 'api' })
    const body = JSON.stringify({ [title]: `It's "a" $HOME \`pwd\` \\ ! \u2028 picnic`, [origin]: 'Calendar' })
    const requests = [
      ['POST', `events?a=${encodeURIComponent("it's")}&b=c'd`, body],
      ['GET', 'events?page=2'],
      ['GET', `events/${id}`],
      ['GET', `events/${id}/${attendances}`],
      ['POST', 'events', body],
      ['PUT', `events/${id}`, JSON.stringify({ [title]: 'Walk' })],
    ] as const
    const urlOf = (path: string) => `${server.url}/api/${version}/${path}`
    for (const [method, path, sent] of requests)
      await fetch(urlOf(path), {
        method,
        headers: { ...json, [header]: server.keys.group },
        ...(sent && { body: sent }),
      })
    const env = { ...process.env, EVENTS_API_KEY: server.keys.group }

    await go('requests/1')
    await page.getByRole('button', { name: 'Copy As curl' }).click()
    await page.getByText('Copied').waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], { env })
    const words = stdout.split('\n')
    expect(words.slice(0, 2)).toEqual(['-X', 'POST'])
    expect(words).toContain(new URL(urlOf(requests[0][1])).href)
    expect(words).toContain(`${header.toLowerCase()}: ${server.keys.group}`)
    expect(words).toContain('content-type: application/json')
    expect(words[words.indexOf('--data-raw') + 1]).toBe(body)

    for (const [index, [method, path]] of requests.entries()) {
      if (index === 0) continue
      await go(`requests/${index + 1}`)
      await page.getByRole('dialog', { name: `${method} /api/${version}/${path}`.replace(/\?.*/, '') }).waitFor()
      const code = await page.getByRole('figure', { name: 'As osdi-events code' }).locator('code').textContent()
      await run(process.execPath, ['--input-type=module', '--eval', code ?? ''], { cwd: root, env })
      const [first, again] = [service.requests[index], service.requests.at(-1)]
      const same = ({ method, url, body }: NonNullable<typeof first>) => ({ method, url, body })
      expect(service.requests).toHaveLength(requests.length + index)
      expect(again && same(again)).toEqual(first && same(first))
    }
  },
)

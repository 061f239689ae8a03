import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { explorer } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

const explored = explorer()
const run = promisify(execFile)
const json = { 'Content-Type': 'application/json' }

test('requests show as they happen, without the key, and whatever became of them', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, service, server, ask, troubles } = opened
  await page.getByText('No requests yet').waitFor()
  await ask('/api/v2/events?page=1')
  const row = page.getByRole('row', { name: '/api/v2/events?page=1' })
  await row.waitFor()
  const [, ...cells] = await row.getByRole('cell').allTextContents()
  expect(cells).toEqual(['GET', '/api/v2/events?page=1', 'v2', '[redacted]', '', '200'])
  service.faults.add({ effect: { kind: 'reset' } })
  await ask('/api/v1/events').catch(() => {})
  await page.getByRole('row', { name: '/api/v1/events' }).getByText('reset').waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['/api/v1/events', '/api/v2/events?page=1'])
  expect(await page.content()).not.toContain(server.keys.group)
  expect(troubles).toEqual([])
})

test('requests are filtered, and the journal is emptied', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, service, ask } = opened
  await ask('/api/v2/events')
  await ask('/api/v2/events', { method: 'POST', headers: json, body: '{"title":"Picnic","origin_system":"Calendar"}' })
  await ask('/api/v2/nowhere')
  await page.getByText('/api/v2/nowhere').waitFor()
  const rows = page.locator('tbody tr')
  await page.getByRole('searchbox', { name: 'Filter requests' }).fill('post 200')
  expect(await rows.count()).toBe(1)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('combobox', { name: 'Which requests' }).selectOption('Failed')
  expect(await rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No requests yet').waitFor()
  expect(service.requests).toEqual([])
})

test('a request opens with its headers and body, holds the focus, and gives it back', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, server, ask, troubles } = opened
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
  await page.goto(`${server.url}/_mock/ui#/requests/77`)
  await page.getByText('The journal does not have this request').waitFor()
  expect(troubles).toEqual([])
})

const body = JSON.stringify({ title: `It's "a" $HOME \`pwd\` \\ ! picnic`, origin_system: 'Calendar' })

for (const [version, header] of [
  ['v1', 'api-key'],
  ['v2', 'OSDI-API-Token'],
] as const) {
  test(`a request of ${version} is copied as a curl command that a shell takes apart rightly`, async () => {
    await using opened = await explored({ at: 'requests' })
    const { page, server } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const url = `${server.url}/api/${version}/events?a=${encodeURIComponent("it's")}&b=c'd`
    await fetch(url, { method: 'POST', headers: { ...json, [header]: server.keys.group }, body })
    await page.goto(`${server.url}/_mock/ui#/requests/1`)
    await page.getByRole('button', { name: 'Copy As curl' }).click()
    await page.getByText('Copied').waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const script = `curl() { printf '%s\\n' "$@"; }\n${command}`
    const { stdout } = await run('sh', ['-c', script], { env: { EVENTS_API_KEY: server.keys.group } })
    const words = stdout.split('\n')
    expect(words.slice(0, 2)).toEqual(['-X', 'POST'])
    expect(words).toContain(new URL(url).href)
    expect(words).toContain(`${header.toLowerCase()}: ${server.keys.group}`)
    expect(words).toContain('content-type: application/json')
    expect(words[words.indexOf('--data-raw') + 1]).toBe(body)
  })

  const title = version === 'v1' ? 'summary' : 'title'
  const origin = version === 'v1' ? 'originating_system' : 'origin_system'
  test.for<[method: string, path: string, body?: object]>([
    ['GET', 'events?page=2'],
    ['GET', 'events/EVENT'],
    ['GET', `events/EVENT/${version === 'v1' ? 'attendance' : 'attendances'}`],
    ['POST', 'events', { [title]: `It's "a" \u2028 picnic`, [origin]: 'Calendar' }],
    ['PUT', 'events/EVENT', { [title]: 'Walk' }],
  ])(`the code for %s ${version}/%s sends the same again`, async ([method, path, sent]) => {
    await using opened = await explored({ service: { events: 30, now: '2026-05-01T12:00:00Z' } })
    const { page, server, service } = opened
    const { id } = service.addEvent({ title: 'Picnic' }, { key: server.keys.group, via: 'api' })
    const url = `${server.url}/api/${version}/${path.replace('EVENT', id)}`
    const init = { method, headers: { ...json, [header]: server.keys.group } }
    await fetch(url, sent ? { ...init, body: JSON.stringify(sent) } : init)
    await page.goto(`${server.url}/_mock/ui#/requests/1`)
    const code = await page.getByRole('figure', { name: 'As osdi-events code' }).locator('code').textContent()
    const env = { ...process.env, EVENTS_API_KEY: server.keys.group }
    await run(process.execPath, ['--input-type=module', '--eval', code ?? ''], { cwd: root, env })
    const [first, again] = service.requests
    const same = ({ method, url, body }: NonNullable<typeof first>) => ({ method, url, body })
    expect(again && same(again)).toEqual(first && same(first))
  })
}

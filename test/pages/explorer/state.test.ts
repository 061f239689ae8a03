import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed } from './support/moments.ts'

async function atState() {
  const opened = await explored({ at: 'state' })
  const { page, service, server, dialog } = opened
  service.addEvent({ title: 'Kept' }, { key: server.keys.group })
  return {
    ...opened,
    titles: () => service.dashboard(service.seeded.group).map(({ title }) => title),
    said: (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor(),
    press: (name: string) => dialog.getByRole('button', { name, exact: true }).click(),
    pick: (file: Parameters<ReturnType<typeof page.locator>['setInputFiles']>[0]) =>
      page.getByLabel('State document').setInputFiles(file),
  }
}

test('a reset says what is lost, waits for a yes, and shows in every list', async () => {
  await using opened = await atState()
  const { page, service, dialog, titles, said, press, go } = opened
  service.faults.add({ operation: 'events.get', effect: { kind: 'status', status: 503 } })
  await page.getByRole('button', { name: 'Reset …' }).click()
  await dialog.getByText('the fault rules in force').waitFor()
  await press('Cancel')
  await closed(page)
  expect(titles()).toContain('Kept')
  await page.getByRole('button', { name: 'Reset …' }).click()
  await press('Reset')
  await said('The service is back to how it was made')
  expect(titles()).not.toContain('Kept')
  expect(service.faults.rules).toEqual([])
  await go('events')
  await page.getByRole('status').filter({ hasText: /^3$/ }).waitFor()
  expect(await page.getByRole('row', { name: 'Kept' }).count()).toBe(0)
})

test('the state is kept in a file, and the service goes on from one', async () => {
  await using opened = await atState()
  const { page, service, server, troubles, titles, said, press, pick } = opened
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the state' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('osdi-events-state-2026-05-01.json')
  const path = await download.path()
  service.reset()
  service.addEvent({ title: 'Later' }, { key: server.keys.group })
  await pick(path)
  await press('Cancel')
  await closed(page)
  expect(titles()).toContain('Later')
  await pick(path)
  await press('Replace')
  await said('The service goes on from')
  expect(titles()).toContain('Kept')
  expect(titles()).not.toContain('Later')
  expect(troubles).toEqual([])
})

test('a file that is no state is refused with what is wrong with it, and changes nothing', async () => {
  await using opened = await atState()
  const { page, service, dialog, press, pick } = opened
  const before = JSON.stringify(service.snapshot())
  const damaged = JSON.stringify({ ...service.snapshot().toJSON(), events: [{ id: 7 }] })
  for (const [name, text, problem] of [
    ['<img src=x onerror=alert(1)>.json', 'no JSON', /nothing has changed. body: must be a JSON object/],
    ['damaged.json', damaged, /events\[0\]/],
  ] as const) {
    await pick({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
    await dialog.getByText(name).waitFor()
    await press('Replace')
    await dialog.getByRole('alert').getByText(problem).waitFor()
    await page.keyboard.press('Escape')
    await closed(page)
  }
  expect(JSON.stringify(service.snapshot())).toBe(before)
})

test('an upload is broken off by Cancel, by Escape and by going elsewhere, and nothing has changed', async () => {
  await using opened = await atState()
  const { page, service, said, press, pick, go } = opened
  const state = service.snapshot().toJSON()
  const file = { name: 'kept.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(state)) }
  service.reset()
  const before = JSON.stringify(service.snapshot())
  // It never arrives.
  await page.route('**/_mock/state', () => {})
  for (const way of [() => press('Cancel'), () => page.keyboard.press('Escape'), () => go('events')]) {
    await pick(file)
    const begun = page.waitForRequest((request) => request.method() === 'PUT')
    await press('Replace')
    await begun
    const broken = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
    await way()
    await broken
    await said('The upload of kept.json was stopped: nothing has changed')
    await closed(page)
  }
  expect(JSON.stringify(service.snapshot())).toBe(before)
})

test('an upload that is broken off says whether the service had it already, or that it does not know', async () => {
  await using opened = await atState()
  const { page, service, said, press, pick } = opened
  const state = service.snapshot()
  const file = { name: 'kept.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(state)) }
  service.reset()
  const asked = { restored: Promise.withResolvers<void>(), again: Promise.withResolvers<void>() }
  // As when its answer is slow.
  await page.route('**/_mock/state', () => asked.again.resolve())
  await page.route(
    '**/_mock/state',
    () => {
      service.restore(state)
      asked.restored.resolve()
    },
    { times: 1 },
  )
  await pick(file)
  await press('Replace')
  await asked.restored.promise
  await press('Cancel')
  await said('The service had kept.json already, and goes on from it')
  await page.getByText('4 events').waitFor()
  await pick(file)
  await press('Replace')
  await asked.again.promise
  await page.route('**/_mock/stream', (route) => route.abort())
  await press('Cancel')
  await said('The upload of kept.json was stopped, and the service does not say whether it had it already')
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { explorer } from './support/explored.ts'

const explored = explorer()
const now = '2026-05-01T12:00:00Z'

/** The dialog with a state of one event more than the service holds now, which goes out as slowly as is wanted. */
async function uploading(bytes: number) {
  const opened = await explored({ service: { now, events: 3 }, at: 'state' })
  const { page, service, server } = opened
  service.addEvent({ title: 'Kept' }, { key: server.keys.group })
  const state = service.snapshot()
  service.reset()
  await page.getByText('3 events').waitFor()
  // Of a folder: what is handed over otherwise goes through the page's own script, which takes long.
  const folder = await mkdtemp(join(tmpdir(), 'osdi-events-upload-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'kept.json'), JSON.stringify(state).padEnd(bytes))
  await page.getByLabel('State document').setInputFiles(join(folder, 'kept.json'))
  const dialog = page.getByRole('dialog', { name: 'Replace the state?' })
  const begun = page.waitForRequest((request) => request.method() === 'PUT')
  return {
    ...opened,
    state,
    dialog,
    replace: async () => {
      await dialog.getByRole('button', { name: 'Replace' }).click()
      await begun
    },
    said: (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor(),
  }
}

const ways = {
  Cancel: { role: 'button', name: 'Cancel' },
  'its cross': { role: 'button', name: 'Close' },
} as const

for (const way of ['Cancel', 'its cross', 'Escape', 'going elsewhere'] as const)
  test(`an upload is broken off by ${way}, and the page says that nothing has changed`, async () => {
    await using opened = await uploading(20_000_000)
    const { page, server, service, dialog, replace, said, troubles } = opened
    const before = JSON.stringify(service.snapshot())
    const network = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 }
    await network.send('Network.emulateNetworkConditions', slow)
    await replace()
    const broken = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
    if (way === 'Escape') await page.keyboard.press('Escape')
    else if (way === 'going elsewhere') await page.goto(`${server.url}/_mock/ui#/events`)
    else await dialog.getByRole(ways[way].role, { name: ways[way].name }).click()
    await broken
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    await said('The upload of kept.json was stopped: nothing has changed')
    await dialog.waitFor({ state: 'detached' })
    expect(JSON.stringify(service.snapshot())).toBe(before)
    expect(troubles).toEqual([])
  })

test('an upload that the service had already is said to be so, and the new state is shown', async () => {
  await using opened = await uploading(0)
  const { page, service, state, dialog, replace, said } = opened
  const restored = Promise.withResolvers<void>()
  // As when its answer is slow.
  await page.route('**/_mock/state', () => {
    service.restore(state)
    restored.resolve()
  })
  await replace()
  await restored.promise
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await said('The service had kept.json already, and goes on from it')
  await page.getByText('4 events').waitFor()
})

test('where the service cannot be asked how far an upload came, the page says so', async () => {
  await using opened = await uploading(0)
  const { page, dialog, replace, said } = opened
  await page.route('**/_mock/state', () => {})
  await replace()
  await page.route('**/_mock/stream', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await said('The upload of kept.json was stopped, and the service does not say whether it had it already')
})

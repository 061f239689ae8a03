import { existsSync, readFileSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { createMockService, MockServiceError } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { served } from '../support/served.ts'

const titlesIn = (file: string): string[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { events: { title: string }[] }).events.map(({ title }) => title)

test('a service goes on where its state file was left, whoever wrote it', async () => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  {
    await using opened = await served({ state }, { events: 2, now: '2026-05-01T12:00:00Z' })
    const { service, server } = opened
    const picnic = service.addEvent({ title: 'Picnic' }, { key: server.keys.group })
    service.attend(picnic, 2)
    service.clock.advance('P1D')
  }
  const first = await readFile(state, 'utf8')
  await using again = await served({ state }, { seed: 'another seed' })
  const { service, server } = again
  expect(JSON.parse(JSON.stringify(service.snapshot()))).toEqual(JSON.parse(first))
  expect(service.outbox).toHaveLength(2)
  expect(service.clock.now().getTime()).toBeGreaterThan(Date.parse('2026-05-02T12:00:00Z'))
  expect((await again.ask('/api/v2/events')).status).toBe(200)
  expect(server.keys.group).toBe((JSON.parse(first) as { seeded: { group: string } }).seeded.group)
})

afterEach(() => {
  vi.useRealTimers()
})

/** Lets time pass until something holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await vi.advanceTimersByTimeAsync(250)
}

/** Lets time pass until a file holds events with these titles and no others. */
const saved = (state: string, titles: readonly string[]) =>
  until(() => existsSync(state) && isDeepStrictEqual(new Set(titlesIn(state)), new Set(titles)))

/** A service without events whose state was saved once, in a folder that can be taken away; time passes where a test says so. */
async function kept() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const folder = await temporaryFolder()
  await mkdir(folder.file('inner'))
  const state = folder.file('inner/state.json')
  const onError = vi.fn((_: unknown) => {})
  const opened = await served({ state, onError }, {})
  await saved(state, [])
  const { service, server } = opened
  return {
    ...opened,
    state,
    onError,
    add: (title: string) => service.addEvent({ title }, { key: server.keys.group }),
    mend: () => mkdir(folder.file('inner')),
    /** Takes the folder away, changes something, and waits until it could not be saved. */
    fail: async () => {
      await rm(folder.file('inner'), { recursive: true })
      service.addEvent({ title: 'Lost' }, { key: server.keys.group })
      await until(() => onError.mock.calls.length > 0)
    },
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

test.for<[how: string, change: (opened: Awaited<ReturnType<typeof kept>>) => unknown]>([
  ['a member', ({ add }) => add('Picnic')],
  [
    'a request',
    ({ ask }) =>
      ask('/api/v2/events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"title":"Picnic","origin_system":"Calendar"}',
      }),
  ],
  ['an admin route', ({ admin, server }) => admin(`POST events?key=${server.keys.group}`, { title: 'Picnic' })],
])('what %s changes is in the file soon, without anything being closed', async ([, change]) => {
  await using opened = await kept()
  await change(opened)
  await saved(opened.state, ['Picnic'])
  opened.service.reset()
  await saved(opened.state, [])
})

test('only its owner can read the file, and nothing else is left in the folder', async () => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  await (await served({ state })).server.close()
  expect((await stat(state)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder.path)).toEqual(['state.json'])
})

test('a link to the file stays a link, whether or not the file is there yet', async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.file('elsewhere'))
  await symlink('elsewhere/next.json', folder.file('state.json'))
  await symlink('last.json', folder.file('elsewhere/next.json'))
  for (const titles of [['Picnic'], ['Picnic', 'Walk']]) {
    {
      await using opened = await served({ state: folder.file('state.json') }, {})
      opened.service.addEvent({ title: titles.at(-1) ?? '' }, { key: opened.server.keys.group })
    }
    expect(titlesIn(folder.file('elsewhere/last.json'))).toEqual(titles)
    expect((await lstat(folder.file('state.json'))).isSymbolicLink()).toBe(true)
    expect((await lstat(folder.file('elsewhere/next.json'))).isSymbolicLink()).toBe(true)
  }
  expect(await readdir(folder.path)).toEqual(['elsewhere', 'state.json'])
})

const whole = () => JSON.stringify(createMockService({ events: 1 }).snapshot())

test.for<[what: string, text: string | Uint8Array<ArrayBuffer>]>([
  ['half a document', whole().slice(0, 500)],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ['another document', '{"name":"osdi-events","version":1}'],
  ['a document of a newer version', whole().replace('"version":3', '"version":4')],
  ['a document whose event nobody made', whole().replace(/"key":"[^"]*"/, '"key":"nobody"')],
])('a state file that holds %s is refused, and left as it is', async ([, text]) => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  await writeFile(state, text)
  const service = createMockService()
  const before = JSON.stringify(service.snapshot())
  const failure = await serve(service, { state }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MockServiceError)
  expect(failure).toMatchObject({ code: 'state', message: expect.stringContaining(state) })
  expect(JSON.stringify(service.snapshot())).toBe(before)
  expect(await readFile(state)).toEqual(Buffer.from(text))
})

test('a state file that cannot be read or written, or whose folder is not there, is refused', async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.file('folder'))
  await mkdir(folder.file('closed'))
  await chmod(folder.file('closed'), 0o500)
  await symlink('circle', folder.file('circle'))
  // The administrator may write everywhere.
  const closed = process.getuid?.() === 0 ? [] : ['closed/state.json']
  for (const name of ['folder', 'nowhere/state.json', 'folder/x/y', 'circle', ...closed])
    await expect(serve(createMockService(), { state: folder.file(name) })).rejects.toMatchObject({
      code: 'state',
      field: 'state',
    })
})

test('where the port cannot be had, the service is as it was', async () => {
  await using folder = await temporaryFolder()
  await using opened = await served()
  const state = folder.file('state.json')
  await writeFile(state, whole())
  // What the server at that port may be writing now.
  await writeFile(folder.file('state.json.saving'), '{')
  const service = createMockService({ events: 2 })
  service.faults.add({ effect: { kind: 'stall' } })
  const before = JSON.stringify(service.snapshot())
  await expect(serve(service, { port: opened.server.port, state })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(JSON.stringify(service.snapshot())).toBe(before)
  expect(service.faults.rules).toHaveLength(1)
  expect(existsSync(folder.file('state.json.saving'))).toBe(true)
  // Nor is a file made that was not there.
  const none = folder.file('none.json')
  await expect(serve(service, { port: opened.server.port, state: none })).rejects.toThrow('in use')
  expect(existsSync(none)).toBe(false)
})

test('a saving that failed is told once, and tried again by itself and with the next change', async () => {
  await using opened = await kept()
  await opened.fail()
  await opened.mend()
  await saved(opened.state, ['Lost'])
  const error = { code: 'ENOENT', message: expect.stringContaining(opened.state) }
  expect(opened.onError.mock.calls).toEqual([[expect.objectContaining(error)]])
})

test('what could not be saved before is saved when the server closes, and an onError that throws harms nothing', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  onTestFinished(() => warned.mockRestore())
  await using opened = await kept()
  const own = new Error('mine')
  opened.onError.mockImplementation(() => {
    throw own
  })
  await opened.fail()
  await opened.mend()
  await opened.server.close()
  expect(titlesIn(opened.state)).toEqual(['Lost'])
  expect(warned).toHaveBeenCalledWith(own)
})

test('what a killed program left behind is cleared away at the next start, and nothing else', async () => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  const others = ['state.json.tmp', 'state.json.saving.tmp', 'other.json.saving']
  for (const name of ['state.json.saving', ...others]) await writeFile(folder.file(name), '{')
  await (await served({ state })).server.close()
  expect((await readdir(folder.path)).sort()).toEqual(['state.json', ...others].sort())
})

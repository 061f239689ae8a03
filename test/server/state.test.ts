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

test('a server with the option state continues from the state in the file', async () => {
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

test('a state file says its prefix, and a server with another prefix refuses it and keeps the file', async () => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  {
    await using _ = await served({ state }, { events: 2, namespace: 'action_network' })
  }
  const before = await readFile(state, 'utf8')
  expect(JSON.parse(before)).toMatchObject({ namespace: 'action_network' })
  await expect(served({ state }, {})).rejects.toMatchObject({
    ...{ code: 'state', field: 'namespace' },
    message: expect.stringContaining('the file needs a service with the prefix action_network, and not platform'),
  })
  expect(await readFile(state, 'utf8')).toBe(before)
  await using again = await served({ state }, { namespace: 'action_network' })
  expect((await again.ask('/api/v2/events')).status).toBe(200)
})

afterEach(() => {
  vi.useRealTimers()
})

/** Advances the fake time until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await vi.advanceTimersByTimeAsync(250)
}

/** Advances the fake time until a file has exactly the events with these titles. */
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

type Kept = Awaited<ReturnType<typeof kept>>

const post = ({ ask }: Kept) =>
  ask('/api/v2/events', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"title":"Picnic","origin_system":"Calendar"}',
  })

test.for<[how: string, change: (opened: Kept) => unknown]>([
  ['a method of the service', ({ add }) => add('Picnic')],
  ['a request', post],
  [
    'a request whose response a fault takes',
    (opened) => {
      opened.service.faults.add({ when: 'after', effect: { kind: 'status', status: 503 } })
      return post(opened)
    },
  ],
  ['an admin route', ({ admin, server }) => admin(`POST events?key=${server.keys.group}`, { title: 'Picnic' })],
])('a running server soon saves a change by %s to the state file', async ([, change]) => {
  await using opened = await kept()
  await change(opened)
  await saved(opened.state, ['Picnic'])
  opened.service.reset()
  await saved(opened.state, [])
})

test('a running server soon saves the events of a new-events fault', async () => {
  await using opened = await kept()
  opened.service.faults.add({ effect: { kind: 'new-events', count: 2 } })
  await opened.ask('/api/v2/events')
  await until(() => titlesIn(opened.state).length === 2)
})

test('only the owner can read the state file, and no other file is left in its folder', async () => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  await (await served({ state })).server.close()
  expect((await stat(state)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder.path)).toEqual(['state.json'])
})

test('a server with a symbolic link as its state file writes the target and keeps the link, even if the target does not exist yet', async () => {
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
  ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ['another document', '{"name":"osdi-events","version":1}'],
  ['a document of a newer version', whole().replace('"version":1', '"version":2')],
  ['a document whose event has an unknown key', whole().replace(/"key":"[^"]*"/, '"key":"nobody"')],
])('serve refuses a state file with %s, and does not change it', async ([, text]) => {
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

test('serve refuses a state file that it cannot read or write, or whose folder is missing', async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.file('folder'))
  await mkdir(folder.file('closed'))
  await chmod(folder.file('closed'), 0o500)
  await symlink('circle', folder.file('circle'))
  // root may write everywhere.
  const closed = process.getuid?.() === 0 ? [] : ['closed/state.json']
  for (const name of ['folder', 'nowhere/state.json', 'folder/x/y', 'circle', ...closed])
    await expect(serve(createMockService(), { state: folder.file(name) })).rejects.toMatchObject({
      code: 'state',
      field: 'state',
    })
})

test('serve leaves the service unchanged when its port is taken', async () => {
  await using folder = await temporaryFolder()
  await using opened = await served()
  const state = folder.file('state.json')
  await writeFile(state, whole())
  // The server at that port may write this file.
  await writeFile(folder.file('state.json.saving'), '{')
  const service = createMockService({ events: 2 })
  service.faults.add({ effect: { kind: 'stall' } })
  const before = JSON.stringify(service.snapshot())
  await expect(serve(service, { port: opened.server.port, state })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(JSON.stringify(service.snapshot())).toBe(before)
  expect(service.faults.rules).toHaveLength(1)
  expect(existsSync(folder.file('state.json.saving'))).toBe(true)
  // serve also creates no file.
  const none = folder.file('none.json')
  await expect(serve(service, { port: opened.server.port, state: none })).rejects.toThrow('in use')
  expect(existsSync(none)).toBe(false)
})

test('a server calls onError once for failed saves, and retries after a while and with each change', async () => {
  await using opened = await kept()
  await opened.fail()
  await opened.mend()
  await saved(opened.state, ['Lost'])
  const error = { code: 'ENOENT', message: expect.stringContaining(opened.state) }
  expect(opened.onError.mock.calls).toEqual([[expect.objectContaining(error)]])
})

test('a server calls onError again for a save that fails after one that did not', async () => {
  await using opened = await kept()
  await opened.fail()
  await opened.mend()
  await saved(opened.state, ['Lost'])
  opened.onError.mockClear()
  await opened.fail()
  expect(opened.onError).toHaveBeenCalledTimes(1)
  await opened.mend()
})

test('server.close retries a failed save, even when onError throws', async () => {
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

test('serve removes temporary state files of a killed process, and no other file', async () => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  const others = ['state.json.tmp', 'state.json.saving.tmp', 'other.json.saving']
  for (const name of ['state.json.saving', ...others]) await writeFile(folder.file(name), '{')
  await (await served({ state })).server.close()
  expect((await readdir(folder.path)).sort()).toEqual(['state.json', ...others].sort())
})

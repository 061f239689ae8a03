import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { createMockService, MockServiceError } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { rawClient } from '../support/raw-client.ts'
import { controlled, everyStepTakesATurn, served } from '../support/served.ts'

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
  ['a control address', ({ control, server }) => control(`POST events?key=${server.keys.group}`, { title: 'Picnic' })],
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

test('a link to the file stays a link', async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.file('elsewhere'))
  const there = folder.file('elsewhere/state.json')
  await writeFile(there, JSON.stringify(createMockService({ events: 1 }).snapshot()))
  await symlink(there, folder.file('state.json'))
  {
    await using opened = await served({ state: folder.file('state.json') })
    opened.service.addEvent({ title: 'Picnic' }, { key: opened.server.keys.group })
  }
  expect(titlesIn(there)).toContain('Picnic')
  expect(await readdir(folder.path)).toEqual(['elsewhere', 'state.json'])
})

test('a link to a file that is not there yet stays a link', async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.file('elsewhere'))
  await symlink('elsewhere/next.json', folder.file('state.json'))
  await symlink('last.json', folder.file('elsewhere/next.json'))
  await (await served({ state: folder.file('state.json') }, { events: 1 })).server.close()
  expect(titlesIn(folder.file('elsewhere/last.json'))).toHaveLength(1)
  expect((await lstat(folder.file('state.json'))).isSymbolicLink()).toBe(true)
  expect((await lstat(folder.file('elsewhere/next.json'))).isSymbolicLink()).toBe(true)
})

test('a link that leads in a circle is refused', async () => {
  await using folder = await temporaryFolder()
  await symlink('state.json', folder.file('state.json'))
  await expect(serve(createMockService(), { state: folder.file('state.json') })).rejects.toMatchObject({
    code: 'state',
  })
})

const whole = () => JSON.stringify(createMockService({ events: 1 }).snapshot())

test.for<[what: string, text: string | Uint8Array<ArrayBuffer>]>([
  ['an empty file', ''],
  ['half a document', whole().slice(0, 500)],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ['another document', '{"name":"osdi-events","version":1}'],
  ['a list', '[]'],
  ['a document of a newer version', whole().replace('"version":1', '"version":2')],
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

test('a state file that cannot be read, or whose folder is not there, is refused', async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.file('folder'))
  for (const state of [folder.file('folder'), folder.file('nowhere/state.json'), folder.file('folder/x/y')]) {
    await expect(serve(createMockService(), { state })).rejects.toMatchObject({ code: 'state', field: 'state' })
  }
})

test('where the port cannot be had, the service is as it was', async () => {
  await using folder = await temporaryFolder()
  await using opened = await served()
  const state = folder.file('state.json')
  await writeFile(state, whole())
  const service = createMockService({ events: 2 })
  service.faults.add({ effect: { kind: 'stall' } })
  const before = JSON.stringify(service.snapshot())
  await expect(serve(service, { port: opened.server.port, state })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(JSON.stringify(service.snapshot())).toBe(before)
  expect(service.faults.rules).toHaveLength(1)
  // Nor is a file made that was not there.
  const none = folder.file('none.json')
  await expect(serve(service, { port: opened.server.port, state: none })).rejects.toThrow('in use')
  expect(existsSync(none)).toBe(false)
})

const listeningChannel = 'tracing:net.server.listen:asyncEnd'

test('the first request is answered from the file', async () => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  await writeFile(state, JSON.stringify(createMockService({ events: 1, keys: { group: 'of-the-file' } }).snapshot()))
  const headers = { 'OSDI-API-Token': 'of-the-file' }
  // Asked as soon as somebody listens, and not only when serve has said so.
  const first = new Promise<Response>((resolve) => {
    const listening = (message: unknown) => {
      unsubscribe(listeningChannel, listening)
      const { port } = (message as { readonly server: Server }).server.address() as AddressInfo
      resolve(fetch(`http://127.0.0.1:${port}/api/v2/events`, { headers }))
    }
    subscribe(listeningChannel, listening)
  })
  await using _ = await serve(createMockService({ events: 2 }), { state })
  expect((await first).status).toBe(200)
})

test('a saving that failed is told once, and tried again by itself and with the next change', async () => {
  await using opened = await kept()
  await opened.fail()
  await opened.mend()
  await saved(opened.state, ['Lost'])
  const error = { code: 'ENOENT', message: expect.stringContaining(opened.state) }
  expect(opened.onError.mock.calls).toEqual([[expect.objectContaining(error)]])
})

test('what could not be saved before is saved when the server closes', async () => {
  await using opened = await kept()
  await opened.fail()
  await opened.mend()
  await opened.server.close()
  expect(titlesIn(opened.state)).toEqual(['Lost'])
})

test('an onError that throws harms nothing', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  onTestFinished(() => warned.mockRestore())
  await using opened = await kept()
  const own = new Error('mine')
  opened.onError.mockImplementation(() => {
    throw own
  })
  await opened.fail()
  await opened.server.close()
  expect(warned).toHaveBeenCalledWith(own)
})

test('what a killed program left behind is cleared away at the next start, and nothing else', async () => {
  await using folder = await temporaryFolder()
  const state = folder.file('state.json')
  // No system has a process of that number.
  const left = ['state.json.99999999-0123456789ab.tmp', `state.json.${process.pid}-0123456789ab.tmp`]
  const others = ['state.json.1-0123456789ab.tmp', 'state.json.tmp', 'other.json.99999999-0123456789ab.tmp']
  for (const name of [...left, ...others]) await writeFile(folder.file(name), '{')
  await (await served({ state })).server.close()
  expect((await readdir(folder.path)).sort()).toEqual(['state.json', ...others].sort())
})

test('the state goes out and comes back through a control address, into another service too', async () => {
  await using one = await served({}, { events: 2 })
  await using other = await served({}, { seed: 'another seed' })
  const { status, json } = await one.control('GET state')
  expect(status).toBe(200)
  expect(json).toEqual(JSON.parse(JSON.stringify(one.service.snapshot())))
  const answer = await other.control('PUT state', json)
  expect(answer).toMatchObject({ status: 200, json: { url: other.server.url, keys: one.server.keys } })
  expect((await other.control('GET state')).json).toEqual(json)
  const { json: world } = await one.control('POST worlds', {})
  const { url } = world as { url: string }
  expect((await controlled(url, 'PUT state', json)).json).toEqual({ url, keys: one.server.keys })
})

test('a document that is none is refused by the control address, and changes nothing', async () => {
  await using opened = await served()
  const before = (await opened.control('GET state')).json as object
  for (const wrong of [{}, { ...before, version: 2 }, { ...before, people: [] }]) {
    expect(await opened.control('PUT state', wrong)).toMatchObject({ status: 400, json: { code: 'state' } })
  }
  expect((await opened.control('GET state')).json).toEqual(before)
})

/** A PUT of a state whose last byte is still to be sent, and all before it has arrived. */
async function almostSent({ server }: Awaited<ReturnType<typeof served>>, document: string) {
  const channel = 'http.server.request.start'
  let missing = Buffer.byteLength(document) - 1
  const arrived = new Promise<void>((resolve) => {
    const begin = (message: unknown) => {
      unsubscribe(channel, begin)
      const { request } = message as { readonly request: IncomingMessage }
      const push = request.push.bind(request)
      request.push = (piece: Buffer | null) => {
        missing -= piece?.length ?? 0
        if (missing === 0) resolve()
        return push(piece)
      }
    }
    subscribe(channel, begin)
  })
  const client = await rawClient(server)
  const length = `Content-Length: ${Buffer.byteLength(document)}`
  const head = `PUT /_mock/state HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
  client.write(head + document.slice(0, -1))
  await arrived
  return { client, finish: () => client.write(document.slice(-1)) }
}

const totalOf = async ({ ask }: Awaited<ReturnType<typeof served>>) =>
  ((await (await ask('/api/v2/events')).json()) as { total_records: number }).total_records

/** Takes longer to read than a request takes. */
const large = (keys: object) => createMockService({ events: 100, keys }).snapshot().toJSON()

test('requests are answered from the old state while a new one is read', async () => {
  await using opened = await served()
  const put = await almostSent(opened, JSON.stringify(large(opened.server.keys)))
  using client = put.client
  put.finish()
  everyStepTakesATurn()
  const totals: number[] = []
  while (client.received() === '') totals.push(await totalOf(opened))
  expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 200 /)
  expect(totals.length).toBeGreaterThan(20)
  // The last one may have been asked for when the answer was on its way.
  expect(totals.slice(0, -1)).toEqual(totals.slice(0, -1).fill(3))
  expect(await totalOf(opened)).toBe(100)
})

test('a state whose last record is damaged changes nothing', async () => {
  await using opened = await served()
  const before = JSON.stringify(opened.service.snapshot())
  const state = large(opened.server.keys)
  const wrong = { ...state, reminded: [...state.reminded, { event: 'none', person: 'none' }] }
  expect(await opened.control('PUT state', wrong)).toMatchObject({
    status: 400,
    json: { code: 'state', field: `reminded[${state.reminded.length}].event` },
  })
  expect(JSON.stringify(opened.service.snapshot())).toBe(before)
})

test('a state whose sender goes away while it is read changes nothing', async () => {
  await using opened = await served()
  const before = JSON.stringify(opened.service.snapshot())
  const put = await almostSent(opened, JSON.stringify(large(opened.server.keys)))
  {
    using _ = put.client
    everyStepTakesATurn()
    put.finish()
    await opened.ask('/api/v2/events')
  }
  // This takes as many turns as reading the rest of it would, and more.
  expect((await opened.control('POST worlds', { events: 200 })).status).toBe(200)
  expect(JSON.stringify(opened.service.snapshot())).toBe(before)
})

test('a document that is longer than other bodies may be is taken', async () => {
  await using opened = await served()
  const document = JSON.stringify((await opened.control('GET state')).json)
  const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' } }
  const body = ' '.repeat(10 * 1024 * 1024) + document
  expect((await fetch(`${opened.server.url}/_mock/state`, { ...init, body })).status).toBe(200)
})

test('a file that may not be written is told at the start', async ({ skip }) => {
  if (process.getuid?.() === 0) skip('The administrator may write everywhere')
  await using folder = await temporaryFolder()
  await mkdir(folder.file('inner'))
  await chmod(folder.file('inner'), 0o500)
  const state = folder.file('inner/state.json')
  await expect(serve(createMockService(), { state })).rejects.toMatchObject({ code: 'state' })
})

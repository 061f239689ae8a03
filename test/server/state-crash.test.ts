import promises, { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { createMockService, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { served } from '../support/served.ts'

/** Runs before and after each call of the file system. An error that it throws makes the call fail. */
type Watch = (call: string, when: 'before' | 'half' | 'after') => void

const watched = ['access', 'open', 'readFile', 'readdir', 'readlink', 'realpath', 'rename', 'rm'] as const

/**
 * Watches the calls that this process makes of `node:fs/promises`, whichever module makes them, until it is disposed of. It is Node's own
 * module that is watched: what is tested needs no seam for it.
 */
function watchFiles(watch: Watch) {
  const own = { ...promises }
  /** How many bytes of each file a loss of power leaves. */
  const synced = new Map<string, number>()
  const around = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    watch(call, 'before')
    const result = await work()
    watch(call, 'after')
    return result
  }
  const calls = promises as unknown as Record<string, (...given: readonly unknown[]) => Promise<unknown>>
  for (const name of watched) {
    const real = calls[name]?.bind(promises) ?? Promise.reject
    calls[name] = (...given) => around(name, () => real(...given))
  }
  const open = async (...given: Parameters<typeof own.open>) => {
    const path = String(given[0])
    watch('open', 'before')
    const file = await own.open(...given)
    if (given[1] !== 'r') synced.set(path, 0)
    // A process that ends has closed its files, also after an error.
    const close = () => around('close', async () => {}).finally(() => file.close())
    try {
      watch('open', 'after')
    } catch (error) {
      await file.close()
      throw error
    }
    return {
      close,
      writeFile: async (text: string) => {
        watch('write', 'before')
        const half = text.length >> 1
        await file.writeFile(text.slice(0, half))
        watch('write', 'half')
        await file.writeFile(text.slice(half))
        watch('write', 'after')
      },
      // Only recorded: the test simulates a loss of power, and real syncs are slow.
      sync: () =>
        around('sync', async () => {
          if (synced.has(path)) synced.set(path, (await file.stat()).size)
        }),
    }
  }
  const rename = async (from: string, to: string) => {
    await around('rename', () => own.rename(from, to))
    synced.set(to, synced.get(from) ?? 0)
    synced.delete(from)
  }
  Object.assign(promises, { open, rename })
  syncBuiltinESMExports()
  return {
    /** Cuts each file to its synced bytes, as a loss of power does. */
    losePower: () => Promise.all([...synced].map(([path, size]) => truncate(path, size).catch(() => {}))),
    [Symbol.dispose]: () => {
      Object.assign(promises, own)
      syncBuiltinESMExports()
    },
  }
}

/** Stops at one of the points that a run passes: before and after each call, and in the middle of each write. Nothing works any more from there on. */
function powerCut(at: number) {
  const state = { points: 0, isCut: false, where: '' }
  const watch: Watch = (call, when) => {
    if (!state.isCut && state.points++ !== at) return
    if (!state.isCut) Object.assign(state, { isCut: true, where: `point ${at}: ${when} ${call}` })
    throw new Error('power cut')
  }
  return { state, watch }
}

const onError = () => {}

/** Serves the state in a file, adds an event and closes; whether the server came up. */
async function run(state: string, title: string): Promise<boolean> {
  const opened = await served({ state, onError }, {}).catch(() => undefined)
  if (!opened) return false
  opened.service.addEvent({ title }, { key: opened.server.keys.group })
  await opened.server.close().catch(onError)
  return true
}

const titlesIn = (text: string) => (JSON.parse(text) as MockState).events.map(({ title }) => title)

test.for([
  ['is killed', 'a new file'],
  ['loses its power', 'an old file'],
])(
  'a server that %s during any call of the file system leaves a complete state file, the old or the new one: %s',
  async ([how, file]) => {
    await using folder = await temporaryFolder()
    const state = folder.file('state.json')
    const old = file === 'an old file' ? JSON.stringify(createMockService({ events: 1 }).snapshot()) : undefined
    const oldTitles = old === undefined ? [] : titlesIn(old)
    const newTitles = [...oldTitles, 'Picnic']
    const seen = new Set<number>()
    let points = 0
    for (; ; points += 1) {
      for (const name of await readdir(folder.path)) await rm(folder.file(name))
      if (old !== undefined) await writeFile(state, old)
      const { state: cut, watch } = powerCut(points)
      {
        using files = watchFiles(watch)
        await run(state, 'Picnic')
        if (how === 'loses its power') await files.losePower()
      }
      const left = await readFile(state, 'utf8').catch(() => undefined)
      const titles = left === undefined ? [] : titlesIn(left)
      expect([oldTitles, newTitles], cut.where).toContainEqual(titles)
      seen.add(titles.length)
      if (!cut.isCut) break
      // The next start reads the state file and removes half-written files.
      await using again = await served({ state, onError }, {})
      expect(titlesIn(JSON.stringify(again.service.snapshot())), cut.where).toEqual(titles)
      await again.server.close()
      expect(await readdir(folder.path), cut.where).toEqual(['state.json'])
    }
    expect(points).toBeGreaterThan(20)
    expect(seen).toEqual(new Set([oldTitles.length, newTitles.length]))
  },
)

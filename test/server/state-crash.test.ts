import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createMockService, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { served } from '../support/served.ts'
import { type Watch, watchFiles } from './failing-files.ts'

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
  'a server that %s at any call of the file system leaves a whole state, the old one or the new one: %s',
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
      // The next start takes what is there, and clears away what was left half-written.
      await using again = await served({ state, onError }, {})
      expect(titlesIn(JSON.stringify(again.service.snapshot())), cut.where).toEqual(titles)
      await again.server.close()
      expect(await readdir(folder.path), cut.where).toEqual(['state.json'])
    }
    expect(points).toBeGreaterThan(20)
    expect(seen).toEqual(new Set([oldTitles.length, newTitles.length]))
  },
)

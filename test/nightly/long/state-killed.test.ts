import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createMockService, type MockState } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'

/** Starts a program that saves to a file, and kills it at some moment of the milliseconds after it began. */
async function killed(program: string, file: string, within: number): Promise<void> {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, [path, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  await setTimeout(Math.random() * within)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

const stateIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as MockState

test('a program killed while it saves leaves the old state or a newer one, whole, each of a hundred times', {
  timeout: 900_000,
}, async () => {
  const seeded = JSON.parse(JSON.stringify(createMockService({ events: 1500 }).snapshot())) as MockState
  const untitled = (state: MockState) =>
    JSON.stringify({ ...state, events: state.events.map((event) => ({ ...event, title: '0' })) })
  const first = untitled(seeded)
  const series = async () => {
    await using folder = await temporaryFolder()
    const file = folder.file('state.json')
    writeFileSync(file, first)
    let number = 0
    let cut = 0
    // On a slow machine it takes more of them, each a little later, until some savings have come to their end and others were cut short.
    for (let kills = 0; kills < 34 || ((number <= 5 || cut <= 3) && kills < 300); kills++) {
      await killed('./save-forever.ts', file, 40 + Math.max(0, kills - 34) * 10)
      const state = stateIn(file)
      const numbers = new Set(state.events.map(({ title }) => Number(title)))
      expect([...numbers]).toEqual([expect.any(Number)])
      expect(Math.max(...numbers)).toBeGreaterThanOrEqual(number)
      number = Math.max(...numbers)
      expect(untitled(state) === first).toBe(true)
      // What was being written when the program was killed; the next start clears it away.
      const left = readdirSync(folder.path).filter((name) => name !== 'state.json')
      expect(left.length).toBeLessThanOrEqual(1)
      cut += left.length
    }
    createMockService().restore(stateIn(file))
    return { number, cut }
  }
  const [one, other, third] = await Promise.all([series(), series(), series()])
  // Savings were cut short, and others came to their end.
  expect(one.cut + other.cut + third.cut).toBeGreaterThan(10)
  expect(Math.min(one.number, other.number, third.number)).toBeGreaterThan(5)
})

test('a server killed while its service changes goes on from what was saved last', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder()
  const file = folder.file('state.json')
  writeFileSync(file, JSON.stringify(createMockService({ events: 1500 }).snapshot()))
  let events = 1500
  for (let kills = 0; kills < 5; kills++) {
    await killed('./serve-forever.ts', file, 700)
    const state = stateIn(file)
    expect(state.events.length).toBeGreaterThanOrEqual(events)
    events = state.events.length
  }
  const service = createMockService()
  await using _server = await serve(service, { state: file })
  expect((JSON.parse(JSON.stringify(service.snapshot())) as MockState).events).toHaveLength(events)
  expect(readdirSync(folder.path)).toEqual(['state.json'])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { EventV2 } from 'osdi-events'
import { createMockService, type MockState } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { osdiEvents } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { served } from '../../support/served.ts'

/** How many kills it takes, in each of two series. */
const enough = 110
const formats = ['ndjson', 'json', 'csv'] as const

/** Exports again and again, each killed at random moments and resumed until it is done; what came of it. */
async function series() {
  // Slow enough that most runs are killed somewhere in the middle.
  await using world = await served({}, { events: 2000 })
  world.service.faults.add({ effect: { kind: 'latency', ms: 4 } })
  const start = (...args: string[]) => osdiEvents(['export', ...args], world.env)
  const whole: Record<string, string> = {}
  for (const format of formats) {
    await using running = start('--format', format)
    whole[format] = (await running.ended).stdout
  }
  expect(whole.ndjson?.trimEnd().split('\n')).toHaveLength(2000)

  const seen = { kills: 0, inTheMiddle: 0, done: 0 }
  for (let round = 0; seen.kills < enough || seen.done < formats.length; round++) {
    await using folder = await temporaryFolder()
    const out = folder.file('events')
    const format = formats[round % formats.length] ?? 'ndjson'
    for (let done = false; !done; ) {
      await using running = start('--format', format, '--out', out, '--resume', '--prefetch', String(round % 9))
      const moment = setTimeout(50 + Math.random() * 900)
      await Promise.race([moment, running.ended])
      running.kill('SIGKILL')
      const { code, signal, stderr } = await running.ended
      done = code === 0
      if (signal === 'SIGKILL') seen.kills += 1
      else expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      if (existsSync(`${out}.part.json`)) seen.inTheMiddle += 1
      // Under its name it is whole or not there at all.
      if (existsSync(out)) expect(readFileSync(out, 'utf8') === whole[format]).toBe(true)
    }
    seen.done += 1
    expect(readdirSync(folder.path)).toEqual(['events'])
  }
  return seen
}

test('an export that is killed at random moments and resumed until it is done is the whole collection, over two hundred kills', async () => {
  const [one, other] = await Promise.all([series(), series()])
  expect(one.kills + other.kills).toBeGreaterThanOrEqual(200)
  // Many struck while a part was written.
  expect(one.inTheMiddle + other.inTheMiddle).toBeGreaterThan(50)
})

/** Exports while events appear between the runs; every export must have all that were there throughout, once and in their order. */
async function movingSeries(order: 'newest first' | 'oldest first') {
  await using world = await served({}, { events: 1000, assumptions: { order } })
  world.service.faults.add({ effect: { kind: 'latency', ms: 4 } })
  const { server, env } = world
  const { keys } = server
  const idsIn = (ndjson: string) =>
    ndjson
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as EventV2).identifiers[0])
  const seen = { kills: 0, moved: 0 }
  for (let round = 0; seen.kills < 30 || seen.moved < 5; round++) {
    await using folder = await temporaryFolder()
    const out = folder.file('events')
    await using first = osdiEvents(['export'], env)
    const before = idsIn((await first.ended).stdout)
    for (let done = false; !done; ) {
      await using running = osdiEvents(['export', '--out', out, '--resume', '--prefetch', String(round % 9)], env)
      await Promise.race([setTimeout(50 + Math.random() * 500), running.ended])
      running.kill('SIGKILL')
      const { code, signal, stderr } = await running.ended
      done = code === 0
      if (signal === 'SIGKILL') seen.kills += 1
      else expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      if (!done && existsSync(`${out}.part.json`)) seen.moved += 1
      for (let more = 1 + (seen.kills % 3); more > 0; more--)
        world.service.addEvent({ title: 'New' }, { key: keys.group })
    }
    const copied = idsIn(readFileSync(out, 'utf8'))
    expect(new Set(copied).size).toBe(copied.length)
    const known = new Set(before)
    expect(copied.filter((id) => known.has(id))).toEqual(before)
  }
  return seen
}

test.for(['newest first', 'oldest first'] as const)(
  'an export that is killed while events appear has every event that was there throughout, once (%s)',
  async (order) => {
    const { kills, moved } = await movingSeries(order)
    expect(kills).toBeGreaterThanOrEqual(30)
    expect(moved).toBeGreaterThanOrEqual(5)
  },
)

/** Starts a program that saves to a file without end, and kills it at some moment of the milliseconds after it began. */
async function killed(what: 'save' | 'serve', file: string, within: number): Promise<void> {
  const program = fileURLToPath(new URL('forever.ts', import.meta.url))
  const child = spawn(process.execPath, [program, what, file], { stdio: ['ignore', 'pipe', 'inherit'] })
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
      await killed('save', file, 40 + Math.max(0, kills - 34) * 10)
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
    await killed('serve', file, 700)
    const state = stateIn(file)
    expect(state.events.length).toBeGreaterThanOrEqual(events)
    events = state.events.length
  }
  const service = createMockService()
  await using _server = await serve(service, { state: file })
  expect((JSON.parse(JSON.stringify(service.snapshot())) as MockState).events).toHaveLength(events)
  expect(readdirSync(folder.path)).toEqual(['state.json'])
})

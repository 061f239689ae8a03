import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createMockService, type MockState } from 'osdi-events/mock'
import { describe, expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { osdiEvents, type Running, start } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { served } from '../../support/served.ts'

/** Kills a program at some moment of so many milliseconds, or lets it come to its end before; how it ended. */
async function killed(running: Running, least: number, most: number) {
  await Promise.race([setTimeout(least + Math.random() * (most - least)), running.ended])
  running.kill('SIGKILL')
  return await running.ended
}

/** The events of an export, in their order, whatever its format is. */
const idsIn = (text: string) => text.match(/platform:[\da-f]{8}-[\da-f-]{27}/g) ?? []

/** How many kills it takes, in each of three series. */
const enough = 70
const formats = ['ndjson', 'json', 'csv'] as const

/** Collections that are exported: one that stays as it is, and two that grow, each where its new events come to stand. */
const collections = {
  'that does not change': undefined,
  'that grows at its beginning': 'newest first',
  'that grows at its end': 'oldest first',
} as const

// Two at a time, as many as there are cores.
describe.concurrent('an export', () => {
  for (const [which, order] of Object.entries(collections)) {
    test(`an export that is killed at random times and resumed writes every event once: a list ${which}`, async ({
      expect,
    }) => {
      await using world = await served({}, { events: 1500, ...(order && { assumptions: { order } }) })
      const { env, server, service } = world
      // Slow enough that most runs are killed somewhere in the middle.
      service.faults.add({ effect: { kind: 'latency', ms: 4 } })
      const seen = { kills: 0, inTheMiddle: 0 }
      for (let round = 0; seen.kills < enough || round < formats.length; round++) {
        await using folder = await temporaryFolder()
        const out = folder.file('events')
        const format = formats[round % formats.length] ?? 'ndjson'
        const before = (await osdiEvents(['export', '--format', format], env).ended).stdout
        const ids = idsIn(before)
        const known = new Set(ids)
        expect(ids.length).toBeGreaterThanOrEqual(1500)
        const args = ['export', '--format', format, '--out', out, '--resume', '--prefetch', String(round % 9)]
        for (let done = false; !done; ) {
          const { code, signal, stderr } = await killed(osdiEvents(args, env), 50, 900)
          done = code === 0
          if (signal === 'SIGKILL') seen.kills += 1
          else expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
          if (existsSync(`${out}.part.json`)) seen.inTheMiddle += 1
          // Under its name it is whole or not there at all.
          expect(existsSync(out) || !done).toBe(true)
          if (existsSync(out)) {
            const text = readFileSync(out, 'utf8')
            const copied = idsIn(text)
            expect(order !== undefined || text === before).toBe(true)
            expect(new Set(copied).size).toBe(copied.length)
            expect(copied.filter((id) => known.has(id))).toEqual(ids)
          }
          for (let more = order ? 1 + (seen.kills % 3) : 0; more > 0; more--)
            service.addEvent({ title: 'New' }, { key: server.keys.group })
        }
        expect(readdirSync(folder.path)).toEqual(['events'])
      }
      // Many kills came while a part was written.
      expect(seen.inTheMiddle).toBeGreaterThan(enough / 8)
    })
  }
})

/** A server whose service changes without end, and so its file. */
const changing = `
  import { createMockService } from '${root}mock-server/index.ts'
  import { serve } from '${root}mock-server/standalone.ts'
  const service = createMockService()
  const server = await serve(service, { state: process.argv[1] })
  console.log('saving')
  setInterval(() => service.addEvent({ title: 'One more' }, { key: server.keys.group }), 5)`

test('a mock server that is killed during a save leaves a complete state file, and the next one continues from it, a hundred times', async () => {
  const seeded = JSON.stringify(createMockService({ events: 1500 }).snapshot())
  const series = async () => {
    await using folder = await temporaryFolder()
    const file = folder.file('state.json')
    writeFileSync(file, seeded)
    let events = 1500
    let [cut, saved] = [0, 0]
    for (let kills = 0; kills < 50; kills++) {
      const running = start(process.execPath, ['--input-type=module', '-e', changing, file])
      await running.until('stdout', /saving/)
      expect(await killed(running, 0, 1000)).toMatchObject({ signal: 'SIGKILL', stderr: '' })
      const state = JSON.parse(readFileSync(file, 'utf8')) as MockState
      expect(state.events.length).toBeGreaterThanOrEqual(events)
      if (state.events.length > events) saved += 1
      events = state.events.length
      createMockService().restore(state)
      // A half-written file of the killed program; the next start removes it.
      const left = readdirSync(folder.path).filter((name) => name !== 'state.json')
      expect(left.length).toBeLessThanOrEqual(1)
      cut += left.length
    }
    return { cut, saved }
  }
  const [one, other] = await Promise.all([series(), series()])
  // Savings were cut short, and others came to their end.
  expect(one.cut + other.cut).toBeGreaterThan(3)
  expect(Math.min(one.saved, other.saved)).toBeGreaterThan(5)
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { EventV2 } from 'osdi-events'
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

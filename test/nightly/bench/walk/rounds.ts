import type { Round } from '../support/compare.ts'
import { inTurns } from '../support/turns.ts'
import type { Served, Walk } from './collection.ts'

/** What one page of a walk takes, for each of several walks in turns. */
export function walked<Name extends string>(
  served: Served,
  events: number,
  walks: Readonly<Record<Name, Walk>>,
  rounds: number,
): Promise<Record<Name, Round[]>> {
  const sides = Object.fromEntries(
    Object.entries<Walk>(walks).map(([name, walk]) => [name, () => timed(name, walk, served, events)]),
  )
  return inTurns(sides as Record<Name, () => Promise<Round>>, rounds)
}

async function timed(name: string, walk: Walk, served: Served, events: number): Promise<Round> {
  const began = performance.now()
  const before = process.cpuUsage()
  const seen = await walk(served)
  const { user, system } = process.cpuUsage(before)
  const wall = performance.now() - began
  if (seen !== events) throw new Error(`${name}: ${seen} events came instead of ${events}`)
  return { wall: (wall * 1000) / served.pages, cpu: (user + system) / served.pages }
}

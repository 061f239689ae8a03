import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, start } from '../support/child.ts'
import { cpuOf } from '../support/process.ts'
import { perSecond, type Row, time } from '../support/table.ts'
import { median, type Side, spread } from '../support/turns.ts'
import { type Load, load, rate } from '../support/wrk.ts'

/** What a server of ours says when it is ready. */
export interface Served {
  readonly url: string
  readonly key: string
  /** Pages of events, and the seconds that seeding them took. */
  readonly pages: number
  readonly seconds: number
}

export const served = ({ ready }: Child): Served => ready as Served

/** An empty folder, until it is disposed of. */
export function folder(): Disposable & { write(name: string, text: string): string } {
  const path = mkdtempSync(join(tmpdir(), 'bench-'))
  return {
    write: (name, text) => {
      writeFileSync(join(path, name), text)
      return join(path, name)
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** node:http, answering a GET with one text and a POST with another. */
export async function ceiling(page: string, made: string): Promise<Child> {
  using files = folder()
  return await start('servers/ceiling.ts', [files.write('page', page), files.write('made', made)])
}

/** A server's round of load. */
export interface Round {
  /** Requests per second. */
  readonly rate: number
  /** Microseconds of CPU that a request took the server: steadier than the rate where others use the machine too. */
  readonly cpu: number
}

/** A round of load on the server with a process id. */
export const loading =
  (what: Load, pid: number, seconds: number): Side<Round> =>
  async () => {
    const before = cpuOf(pid)
    const loaded = await load(what, seconds)
    return { rate: rate(loaded), cpu: (cpuOf(pid) - before) / loaded.requests }
  }

/** Requests per second of ours against theirs, of which at least so many times as many are wanted. */
export function compared(what: string, ours: readonly Round[], theirs: readonly Round[], atLeast: number): Row {
  const rates = (rounds: readonly Round[]) => rounds.map((round) => round.rate)
  const shown = (rounds: readonly Round[]) =>
    `${perSecond(median(rates(rounds)))} (${time(median(rounds.map(({ cpu }) => cpu)))})`
  const ratio = median(rates(ours)) / median(rates(theirs))
  return {
    what,
    ours: shown(ours),
    theirs: shown(theirs),
    ratio: `${ratio.toFixed(2)} (${spread(rates(ours), rates(theirs))})`,
    target: `≥ ${atLeast}`,
    reached: ratio >= atLeast,
  }
}

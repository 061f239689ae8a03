import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, start } from '../support/child.ts'
import type { Round } from '../support/compare.ts'
import { cpuOf } from '../support/process.ts'
import type { Side } from '../support/turns.ts'
import { type Load, load } from '../support/wrk.ts'

/** What a server of ours says when it is ready. */
export interface Served {
  readonly url: string
  readonly key: string
  /** Pages of events, and the seconds that seeding them took. */
  readonly pages: number
  readonly seconds: number
}

export const served = ({ ready }: Child): Served => ready as Served

/** An empty folder, until it is disposed of; several texts are written as lines. */
export function folder(): Disposable & { write(name: string, text: string | readonly string[]): string } {
  const path = mkdtempSync(join(tmpdir(), 'bench-'))
  return {
    write: (name, text) => {
      writeFileSync(join(path, name), typeof text === 'string' ? text : text.join('\n'))
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

/** A round of load on the server with a process id. */
export const loading =
  (what: Load, pid: number, seconds: number): Side<Round> =>
  async () => {
    const before = cpuOf(pid)
    const { requests, microseconds } = await load(what, seconds)
    return { wall: microseconds / requests, cpu: (cpuOf(pid) - before) / requests }
  }

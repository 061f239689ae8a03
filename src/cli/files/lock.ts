import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { Io } from '../run/io.ts'
import { readText } from './text.ts'

/** Milliseconds between two heartbeats. A heartbeat sets the time of the lock file. */
const heartbeatMs = 5000

/** A lock without a heartbeat for this many milliseconds is free. */
const staleAfterMs = 60_000

/** A file lock that keeps out other runs of a command. */
export interface Lock extends AsyncDisposable {
  /** @throws CliError if another run has taken the lock, which can happen after this process was suspended for a minute */
  check(): Promise<void>
  /** Makes the error for a locked file. */
  inUse(): CliError
}

/** What error messages about a locked file say: the file, the flag that names it, and the command that writes it. */
export type LockedFile = Readonly<Record<'file' | 'flag' | 'command', string>>

/**
 * Locks a file until the lock is disposed. Keeps out other runs on this machine, and on machines that share the folder. The next run takes the lock
 * of a dead process of this machine at once, and any other lock after a minute without a heartbeat.
 *
 * @param path of the lock file
 * @throws CliError if another run is writing the file
 */
export async function lockFile(io: Io, path: string, { file, flag, command }: LockedFile): Promise<Lock> {
  const { fs, clock, pid } = io
  const inUse = () =>
    new CliError(1, `${flag}: another ${command} is writing ${file}`, { hint: 'wait for it, or name another file' })
  const read = () => readText(fs, path, path).catch(() => '')
  // On Linux, each container can have process numbers of its own.
  const place = `${hostname()} ${await fs.readlink('/proc/self/ns/pid').catch(() => '-')}`
  const mark = `${place} ${pid} ${randomUUID()}`
  /** If two runs create the file at the same time, only one succeeds. */
  const create = async (): Promise<boolean> => {
    try {
      await fs.writeFile(path, mark, { flag: 'wx' })
      return true
    } catch (error) {
      if (isErrorWithCode(error, 'EEXIST')) return false
      if (!isErrorWithCode(error)) throw error
      throw new CliError(1, `${flag}: cannot create a file beside it: ${error.message}`, { cause: error })
    }
  }
  const isHeld = async (found: string): Promise<boolean> => {
    const [number] = found.startsWith(`${place} `) ? found.slice(place.length + 1).split(' ') : []
    if (number !== undefined && (Number(number) === pid || !io.isAlive(Number(number)))) return false
    const { mtimeMs = Number.NaN } = (await fs.stat(path).catch(() => undefined)) ?? {}
    // The clock of another machine may be ahead. If the lock is gone, the age is `NaN`.
    return Math.abs(clock.now() - mtimeMs) <= staleAfterMs
  }
  if (!(await create())) {
    const found = await read()
    if (await isHeld(found)) throw inUse()
    // If two runs remove a free lock, the last one gets it: `check` stops the other before it writes.
    if ((await read()) === found) await fs.rm(path, { force: true })
    if (!(await create())) throw inUse()
  }
  const beat = () => fs.utimes(path, new Date(clock.now()), new Date(clock.now()))
  const heartbeat = clock.every(heartbeatMs, () => void beat().catch(() => {}))
  return {
    async check() {
      if ((await read()) !== mark) throw inUse()
    },
    inUse,
    async [Symbol.asyncDispose]() {
      heartbeat[Symbol.dispose]()
      if ((await read()) === mark) await fs.rm(path, { force: true })
    },
  }
}

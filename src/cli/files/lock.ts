import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { readText } from './text.ts'

/** Milliseconds between two heartbeats. A heartbeat sets the time of the lock file. */
const heartbeatMs = 5000

/** If a lock has no heartbeat for this many milliseconds, its process was killed, and the lock is free. */
const staleAfterMs = 60_000

/** A lock file contains the mark of its process. If the file is empty for this many milliseconds, its process was killed before it wrote the mark. */
const markWithinMs = 2000

/** A file lock that keeps out other runs of a command. */
export interface Lock extends AsyncDisposable {
  /** @throws CliError if another run has taken the lock, which can happen after this process was suspended for a minute */
  check(): Promise<void>
  /** Makes the error for a locked file. */
  inUse(): CliError
}

/** What error messages about a locked file say. */
export interface LockedFile {
  readonly file: string
  /** The flag that names the file. */
  readonly flag: string
  /** The command that writes the file. */
  readonly command: string
}

/**
 * Locks a file until the lock is disposed. The lock keeps out other runs on this machine, and on machines that share the folder. The lock of a killed
 * process becomes free.
 *
 * @param path of the lock file
 * @throws CliError if another run is writing the file
 */
export async function lockFile(io: Io, path: string, { file, flag, command }: LockedFile): Promise<Lock> {
  const { fs, clock } = io
  const inUse = () =>
    new CliError(1, `${flag}: another ${command} is writing ${file}`, { hint: 'wait for it, or name another file' })
  const create = (mark: string) => tryCreate(io, path, mark, flag)
  const mark = `${await hostMark(io)} ${io.pid} ${randomUUID()}`
  if (!(await create(mark))) {
    const found = await readMark(io, path)
    if (await isHeld(io, path, found)) throw inUse()
    await removeStale(io, path, found, create)
    if (!(await create(mark))) throw inUse()
  }
  const now = () => new Date(clock.now())
  const heartbeat = clock.every(heartbeatMs, () => void fs.utimes(path, now(), now()).catch(() => {}))
  return {
    async check() {
      if ((await readLock(io, path)) !== mark) throw inUse()
    },
    inUse,
    async [Symbol.asyncDispose]() {
      heartbeat[Symbol.dispose]()
      if ((await readLock(io, path)) !== mark) return
      await removeLeftovers(io, path)
      await fs.rm(path, { force: true })
    },
  }
}

/** Identifies this machine and, on Linux, its PID namespace, because each container has its own process ids. */
const hostMark = async ({ fs }: Io) => `${hostname()} ${await fs.readlink('/proc/self/ns/pid').catch(() => '-')}`

/** Creates the lock file. Returns false if the file exists. If two runs try at the same time, only one succeeds. */
async function tryCreate({ fs }: Io, path: string, mark: string, flag: string): Promise<boolean> {
  try {
    await fs.writeFile(path, mark, { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrorWithCode(error, 'EEXIST')) return false
    if (isErrorWithCode(error))
      throw new CliError(1, `${flag}: cannot create a file beside it: ${error.message}`, { cause: error })
    throw error
  }
}

const readLock = ({ fs }: Io, path: string) => readText(fs, path, path).catch(() => '')

/** Reads the mark of a lock. If the lock file is new and empty, waits for the mark. Returns an empty text if there is no mark in time. */
async function readMark(io: Io, path: string): Promise<string> {
  for (let waited = 0; waited < markWithinMs; waited += 50) {
    const mark = await readLock(io, path)
    // An old lock file that is empty gets no mark any more. If the file was removed, its age is `NaN`.
    if (mark !== '' || !((await ageOf(io, path)) < markWithinMs)) return mark
    await io.clock.sleep(50)
  }
  return ''
}

/** Removes all temporary files that {@link removeStale} and {@link folderTime} made beside the lock file. A killed process may have left some. */
async function removeLeftovers({ fs }: Io, path: string): Promise<void> {
  for (const name of await fs.readdir(dirname(path))) {
    if (name.startsWith(`${basename(path)}.`)) await fs.rm(join(dirname(path), name), { force: true })
  }
}

/** Removes a free lock that has this mark. If another process has taken the lock in the meantime, restores the lock of that process. */
async function removeStale(
  io: Io,
  path: string,
  mark: string,
  create: (mark: string) => Promise<boolean>,
): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await io.fs.rename(path, aside)
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return
    throw error
  }
  const removed = await readLock(io, aside)
  if (removed !== mark) await create(removed)
  await io.fs.rm(aside, { force: true })
}

/** Whether a process holds the lock: the last heartbeat is recent and, if the process is on this machine, it is alive. */
async function isHeld(io: Io, path: string, mark: string): Promise<boolean> {
  if (mark === '' || !((await ageOf(io, path)) <= staleAfterMs)) return false
  const [host, space, pid] = mark.split(' ')
  if (`${host} ${space}` !== (await hostMark(io))) return true
  // A lock with the id of this process is from an earlier process that had the same id.
  return Number(pid) !== io.pid && io.isAlive(Number(pid))
}

/** Milliseconds since the last heartbeat of a lock; `NaN` if there is no lock file. */
async function ageOf(io: Io, path: string): Promise<number> {
  const found = await io.fs.stat(path).catch(() => undefined)
  return found ? (await folderTime(io, path)) - found.mtimeMs : Number.NaN
}

/** The time of the clock that sets the times of files in the folder. This may be the clock of a file server. */
async function folderTime({ fs, clock }: Io, path: string): Promise<number> {
  const probe = `${path}.${randomUUID()}`
  await fs.writeFile(probe, '', { flag: 'wx' })
  // The holder of the lock may have removed the probe.
  const found = await fs.stat(probe).catch(() => undefined)
  await fs.rm(probe, { force: true })
  return found?.mtimeMs ?? clock.now()
}

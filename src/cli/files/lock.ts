import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { readText } from './text.ts'

/** Milliseconds between two heartbeats: the process that holds a lock touches its file. */
const beat = 5000

/** A lock without a heartbeat for this many milliseconds is free. */
const silence = 60_000

/** Milliseconds that a new lock file may stay empty. After that, its process was killed before it wrote the mark. */
const unmarked = 2000

/** A file lock against other runs of a command. */
export interface Lock extends AsyncDisposable {
  /** @throws CliError if another run has taken the lock, which can happen after this process was suspended for a minute */
  check(): Promise<void>
  /** The error for a locked file. */
  inUse(): CliError
}

/** Names for messages about a locked file. */
export interface Locked {
  readonly file: string
  /** The flag that names the file. */
  readonly flag: string
  /** The command that writes the file. */
  readonly command: string
}

/**
 * Locks a file until the lock is disposed. It holds against other runs on this machine, and on machines that share the folder.
 * The lock of a killed process becomes free.
 *
 * @param path of the lock file
 * @throws CliError if another run is writing the file
 */
export async function lock(io: Io, path: string, { file, flag, command }: Locked): Promise<Lock> {
  const { fs, clock } = io
  const inUse = () =>
    new CliError(1, `${flag}: another ${command} is writing ${file}; wait for it, or name another file`)
  const made = (mark: string) => isMade(io, path, mark, flag)
  const mark = `${await here(io)} ${io.pid} ${randomUUID()}`
  if (!(await made(mark))) {
    const before = await marked(io, path)
    if (await isHeld(io, path, before)) throw inUse()
    await takeAway(io, path, before, made)
    if (!(await made(mark))) throw inUse()
  }
  const now = () => new Date(clock.now())
  const heart = clock.every(beat, () => void fs.utimes(path, now(), now()).catch(() => {}))
  return {
    async check() {
      if ((await content(io, path)) !== mark) throw inUse()
    },
    inUse,
    async [Symbol.asyncDispose]() {
      heart[Symbol.dispose]()
      if ((await content(io, path)) !== mark) return
      await removeBeside(io, path)
      await fs.rm(path, { force: true })
    },
  }
}

/** This machine and, on Linux, its PID namespace: each container has its own process ids. */
const here = async ({ fs }: Io) => `${hostname()} ${await fs.readlink('/proc/self/ns/pid').catch(() => '-')}`

/** Makes the lock file; false if it exists. Of two runs at the same time, only one makes it. */
async function isMade({ fs }: Io, path: string, mark: string, flag: string): Promise<boolean> {
  try {
    await fs.writeFile(path, mark, { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrorWithCode(error, 'EEXIST')) return false
    if (isErrorWithCode(error))
      throw new CliError(1, `${flag}: no file can be made beside it: ${error.message}`, { cause: error })
    throw error
  }
}

const content = ({ fs }: Io, path: string) => readText(fs, path, path).catch(() => '')

/** Waits for the mark of a lock and returns it; empty if no mark comes. */
async function marked(io: Io, path: string): Promise<string> {
  for (let waited = 0; waited < unmarked; waited += 50) {
    const mark = await content(io, path)
    // An old lock file gets no mark any more. The age of a removed one is `NaN`.
    if (mark !== '' || !((await ageOf(io, path)) < unmarked)) return mark
    await io.clock.sleep(50)
  }
  return ''
}

/** Removes files that killed processes left beside the lock file, from {@link takeAway} and {@link now}. */
async function removeBeside({ fs }: Io, path: string): Promise<void> {
  for (const name of await fs.readdir(dirname(path))) {
    if (name.startsWith(`${basename(path)}.`)) await fs.rm(join(dirname(path), name), { force: true })
  }
}

/** Removes a free lock. If another process has replaced it in the meantime, restores the new lock. */
async function takeAway(io: Io, path: string, before: string, made: (mark: string) => Promise<boolean>): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await io.fs.rename(path, aside)
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return
    throw error
  }
  const taken = await content(io, aside)
  if (taken !== before) await made(taken)
  await io.fs.rm(aside, { force: true })
}

/** Whether a process holds the lock: the last heartbeat is recent and, on this machine, the process is alive. */
async function isHeld(io: Io, path: string, mark: string): Promise<boolean> {
  if (mark === '' || !((await ageOf(io, path)) <= silence)) return false
  const [host, space, pid] = mark.split(' ')
  if (`${host} ${space}` !== (await here(io))) return true
  // A lock with our own process id is from an earlier process.
  return Number(pid) !== io.pid && io.isAlive(Number(pid))
}

/** Milliseconds since the last heartbeat of a lock; `NaN` if there is no lock file. */
async function ageOf(io: Io, path: string): Promise<number> {
  const found = await io.fs.stat(path).catch(() => undefined)
  return found ? (await now(io, path)) - found.mtimeMs : Number.NaN
}

/** Time by the clock that dates the files of the folder, which can be the clock of a file server. */
async function now({ fs, clock }: Io, path: string): Promise<number> {
  const probe = `${path}.${randomUUID()}`
  await fs.writeFile(probe, '', { flag: 'wx' })
  // The holder of the lock may have removed the probe.
  const found = await fs.stat(probe).catch(() => undefined)
  await fs.rm(probe, { force: true })
  return found?.mtimeMs ?? clock.now()
}

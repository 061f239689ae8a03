import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { readText } from './text.ts'

/** Milliseconds after which whoever holds a lock says once more that it is alive. */
const beat = 5000

/** Milliseconds of silence after which nobody is believed to hold a lock any more. */
const silence = 60_000

/** Milliseconds that a lock is given to get its mark after it was made; one without was left by a process that was killed in between. */
const unmarked = 2000

/** What keeps every other run of a command from a file. */
export interface Lock extends AsyncDisposable {
  /** @throws CliError where another run took it away, as it may from one that was halted for a minute */
  check(): Promise<void>
  /** Why another run is refused. */
  inUse(): CliError
}

/** What messages say of a locked file. */
export interface Locked {
  readonly file: string
  /** The flag that names it. */
  readonly flag: string
  /** The command that writes it. */
  readonly command: string
}

/**
 * Keeps every other run of a command from the same file, on this machine and on others that share its folder, until it is disposed of. A run whose
 * process was killed holds nothing any more.
 *
 * @param path of the lock itself
 * @throws CliError where another run is writing the file
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

/** This machine, and where processes are numbered on their own, which of its containers. */
const here = async ({ fs }: Io) => `${hostname()} ${await fs.readlink('/proc/self/ns/pid').catch(() => '-')}`

/** Of two that come at once, one finds the name taken. */
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

/** The mark of a lock, waited for; empty where none comes. */
async function marked(io: Io, path: string): Promise<string> {
  for (let waited = 0; waited < unmarked; waited += 50) {
    const mark = await content(io, path)
    // One that is old already, or gone by now, is waited for no longer.
    if (mark !== '' || !((await ageOf(io, path)) < unmarked)) return mark
    await io.clock.sleep(50)
  }
  return ''
}

/** Removes what processes that were killed while they looked at a lock have left beside it. */
async function removeBeside({ fs }: Io, path: string): Promise<void> {
  for (const name of await fs.readdir(dirname(path))) {
    if (name.startsWith(`${basename(path)}.`)) await fs.rm(join(dirname(path), name), { force: true })
  }
}

/** Removes a lock that nobody holds, and no other: another process may have been as quick, and have made its own. */
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

/** Whether somebody holds a lock: not for long without a word of it, and on this machine not without a process. */
async function isHeld(io: Io, path: string, mark: string): Promise<boolean> {
  if (mark === '' || !((await ageOf(io, path)) <= silence)) return false
  const [host, space, pid] = mark.split(' ')
  if (`${host} ${space}` !== (await here(io))) return true
  // A process that is gone may have had this one's number.
  return Number(pid) !== io.pid && io.isAlive(Number(pid))
}

/** Milliseconds since somebody last said that a lock is held; none where there is no lock. */
async function ageOf(io: Io, path: string): Promise<number> {
  const found = await io.fs.stat(path).catch(() => undefined)
  return found ? (await now(io, path)) - found.mtimeMs : Number.NaN
}

/** The time by the clock that the folder's files are dated by, which may be another machine's. */
async function now({ fs, clock }: Io, path: string): Promise<number> {
  const probe = `${path}.${randomUUID()}`
  await fs.writeFile(probe, '', { flag: 'wx' })
  // Whoever holds the lock may have removed it.
  const found = await fs.stat(probe).catch(() => undefined)
  await fs.rm(probe, { force: true })
  return found?.mtimeMs ?? clock.now()
}

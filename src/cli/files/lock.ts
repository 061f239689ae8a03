import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { Io } from '../run/io.ts'
import { readText } from './text.ts'

/** Milliseconds between two heartbeats. A heartbeat sets the time of the lock file. */
const heartbeatMs = 5000

/** A lock without a heartbeat for this many milliseconds is free, also if its process cannot be seen from here. */
const staleAfterMs = 60_000

/** A lock file without text for this many milliseconds is free: its process was killed before it wrote the text. */
const emptyForMs = 1000

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
 * Locks a file until the lock is disposed. Keeps out other runs on this machine, and on machines that share the folder. The lock file names its
 * machine and process, so that the next run takes the lock of a killed process at once.
 *
 * @param path of the lock file
 * @throws CliError if another run is writing the file
 */
export async function lockFile(io: Io, path: string, { file, flag, command }: LockedFile): Promise<Lock> {
  const { fs, clock, pid } = io
  const inUse = () =>
    new CliError(1, `${flag}: another ${command} is writing ${file}`, { hint: 'wait for it, or name another file' })
  const read = (from = path) => readText(fs, from, from).catch(() => '')
  /** If two runs create the file at the same time, only one succeeds. */
  const create = async (text: string): Promise<boolean> => {
    try {
      await fs.writeFile(path, text, { flag: 'wx' })
      return true
    } catch (error) {
      if (isErrorWithCode(error, 'EEXIST')) return false
      if (!isErrorWithCode(error)) throw error
      throw new CliError(1, `${flag}: cannot create a file beside it: ${error.message}`, { cause: error })
    }
  }
  const machine = hostname()
  // On Linux, each container can have process numbers of its own.
  const space = await fs.readlink('/proc/self/ns/pid').catch(() => '-')
  const mark = `${machine} ${space} ${pid} ${randomUUID()}`
  if (!(await create(mark))) {
    const found = (await read()) || (await clock.sleep(emptyForMs).then(() => read()))
    if (await isHeld(found)) throw inUse()
    await removeStale(found)
    if (!(await create(mark))) throw inUse()
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
      if ((await read()) === mark) for (const each of [`${path}.old`, path]) await fs.rm(each, { force: true })
    },
  }

  async function isHeld(found: string): Promise<boolean> {
    const [onMachine, inSpace, number] = found.split(' ')
    // In a container, the killed process and this one can both be number 1.
    if (found === '' || (onMachine === machine && Number(number) === pid)) return false
    const { mtimeMs = Number.NaN } = (await fs.stat(path).catch(() => undefined)) ?? {}
    // The clock of another machine may be ahead. If the lock is gone, the age is `NaN`.
    if (!(Math.abs(clock.now() - mtimeMs) <= staleAfterMs)) return false
    return onMachine !== machine || inSpace !== space || io.isAlive(Number(number))
  }

  /** Moves a free lock away. If another run has taken it in the meantime, puts the lock of that run back. */
  async function removeStale(found: string): Promise<void> {
    const old = `${path}.old`
    try {
      await fs.rename(path, old)
    } catch (error) {
      if (isErrorWithCode(error, 'ENOENT')) return
      throw error
    }
    const moved = await read(old)
    if (moved !== '' && moved !== found) await create(moved)
    await fs.rm(old, { force: true })
  }
}

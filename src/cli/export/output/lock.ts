import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isErrorWithCode, Problem } from '../../problem.ts'

/** Milliseconds after which whoever holds a lock says once more that it is alive. */
const beat = 5000

/** Milliseconds of silence after which nobody is believed to hold a lock any more. */
const silence = 60_000

/** Milliseconds that a lock is given to get its mark after it was made; one without was left by a process that was killed in between. */
const unmarked = 2000

/** What this process holds, or is about to. */
const own = new Set<string>()

/** What keeps every other export from a file. */
export interface Lock extends AsyncDisposable {
  /** @throws Problem where another export took it away, as it may from one that was halted for a minute */
  check(): Promise<void>
}

/**
 * Keeps every other export from the same file, on this machine and on others that share its folder, until it is disposed of. One whose process
 * was killed holds nothing any more.
 *
 * @throws Problem where another export is writing the file
 */
export async function lock(out: string): Promise<Lock> {
  const path = `${out}.part.lock`
  const mark = `${await here()} ${process.pid} ${randomUUID()}`
  own.add(mark)
  const inUse = new Problem(1, `--out: another export is writing ${out}; wait for it, or name another file`)
  if (!(await made(path, mark))) {
    const before = await marked(path)
    if (await isHeld(path, before)) throw inUse
    await takeAway(path, before)
    if (!(await made(path, mark))) throw inUse
  }
  const heart = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), beat).unref()
  return {
    async check() {
      if ((await content(path)) !== mark) throw inUse
    },
    async [Symbol.asyncDispose]() {
      clearInterval(heart)
      if ((await content(path)) !== mark) return
      await removeBeside(path)
      await rm(path, { force: true })
    },
  }
}

/** This machine, and where processes are numbered on their own, which of its containers. */
const here = async () => `${hostname()} ${await readlink('/proc/self/ns/pid').catch(() => '-')}`

/** Of two that come at once, one finds the name taken. */
async function made(path: string, mark: string): Promise<boolean> {
  try {
    // All at once: a process that is killed in between leaves a lock without a mark.
    writeFileSync(path, mark, { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrorWithCode(error, 'EEXIST')) return false
    if (isErrorWithCode(error))
      throw new Problem(1, `--out: no file can be made beside it: ${error.message}`, { cause: error })
    throw error
  }
}

const content = (path: string) => readFile(path, 'utf8').catch(() => '')

/** The mark of a lock, waited for; empty where none comes. */
async function marked(path: string): Promise<string> {
  for (let waited = 0; waited < unmarked; waited += 50) {
    const mark = await content(path)
    // One that is old already, or gone by now, is waited for no longer.
    if (mark !== '' || !((await ageOf(path)) < unmarked)) return mark
    await setTimeout(50)
  }
  return ''
}

/** Removes what processes that were killed while they looked at a lock have left beside it. */
async function removeBeside(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    if (name.startsWith(`${basename(path)}.`)) await rm(join(dirname(path), name), { force: true })
  }
}

/** Removes a lock that nobody holds, and no other: another process may have been as quick, and have made its own. */
async function takeAway(path: string, before: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return
    throw error
  }
  const taken = await content(aside)
  if (taken !== before) await made(path, taken)
  await rm(aside, { force: true })
}

/** Whether somebody holds a lock: not for long without a word of it, and on this machine not without a process. */
async function isHeld(path: string, mark: string): Promise<boolean> {
  if (mark === '' || !((await ageOf(path)) <= silence)) return false
  const [host, space, pid] = mark.split(' ')
  if (`${host} ${space}` !== (await here())) return true
  // A process that is gone may have had this one's number.
  if (Number(pid) === process.pid) return own.has(mark)
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return isErrorWithCode(error, 'EPERM')
  }
}

/** Milliseconds since somebody last said that a lock is held; none where there is no lock. */
async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found ? (await now(path)) - found.mtimeMs : Number.NaN
}

/** The time by the clock that the folder's files are dated by, which may be another machine's. */
async function now(path: string): Promise<number> {
  const probe = `${path}.${randomUUID()}`
  await writeFile(probe, '')
  // Whoever holds the lock may have removed it.
  const found = await stat(probe).catch(() => undefined)
  await rm(probe, { force: true })
  return found?.mtimeMs ?? Date.now()
}

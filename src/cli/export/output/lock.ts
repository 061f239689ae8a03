import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isErrorWithCode, Problem } from '../../problem.ts'

/** Milliseconds after which whoever holds a lock says once more that it is alive. */
const beat = 5000

/** Milliseconds of silence after which nobody is believed to hold a lock any more. */
const silence = 60_000

/**
 * Keeps every other export from the same file, on this machine and on others that share its folder, until it is disposed of. One whose process
 * was killed holds nothing any more.
 *
 * @throws Problem where another export is writing the file
 */
export async function lock(out: string): Promise<AsyncDisposable> {
  const path = `${out}.part.lock`
  const mark = `${hostname()} ${process.pid}\n`
  const inUse = new Problem(1, `--out: another export is writing ${out}; wait for it, or name another file`)
  if (!(await made(path, mark))) {
    const before = await content(path)
    // A process that is gone may have had this one's number.
    if (before !== mark && (await isAlive(path, before))) throw inUse
    await takeAway(path, before)
    if (!(await made(path, mark))) throw inUse
  }
  const heart = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), beat).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(heart)
      if ((await content(path)) === mark) await rm(path, { force: true })
    },
  }
}

/** Of two that come at once, one finds the name taken. */
async function made(path: string, mark: string): Promise<boolean> {
  try {
    await writeFile(path, mark, { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrorWithCode(error, 'EEXIST')) return false
    throw error
  }
}

const content = (path: string) => readFile(path, 'utf8').catch(() => '')

/** Removes a lock that nobody holds, and no other: another process may have been as quick, and have made its own. */
async function takeAway(path: string, before: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  await rename(path, aside).catch(() => {})
  const taken = await content(aside)
  if (taken !== before) await made(path, taken)
  await rm(aside, { force: true })
}

/** Processes of this machine are known to be dead, those of others to be silent. */
async function isAlive(path: string, mark: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found || Date.now() - found.mtimeMs > silence) return false
  const [host, pid] = mark.trim().split(' ')
  if (host !== hostname()) return true
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return isErrorWithCode(error, 'EPERM')
  }
}

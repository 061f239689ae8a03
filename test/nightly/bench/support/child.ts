import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** How long a process may take to get ready or to answer: a million events are seeded in that time. */
const limit = 600_000

/** A program of ours in a process of its own, until it is disposed of. It says what it has to say by messages. */
export interface Child extends AsyncDisposable {
  /** What it said when it was ready. */
  readonly ready: unknown
  readonly pid: number
  /** Sends it a question; its answer. */
  ask(question: object): Promise<unknown>
}

/** Starts a module below `test/nightly/bench/` with this Node, and waits until it says that it is ready. */
export async function start(module: string, args: readonly string[], execArgv: readonly string[] = []): Promise<Child> {
  const file = fileURLToPath(new URL(`../${module}`, import.meta.url))
  const child = fork(file, args, { execArgv: [...execArgv], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const stop = async () => end(child)
  try {
    const ready = await message(child, module)
    return {
      ready,
      pid: child.pid ?? 0,
      ask: (question) => {
        const answer = message(child, module)
        child.send(question)
        return answer
      },
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Ends a process, by force if it does not go by itself. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await exited
  clearTimeout(timer)
}

function message(child: ChildProcess, module: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      child.off('message', said).off('exit', gone)
      act()
    }
    const said = (value: unknown) => settle(() => resolve(value))
    const gone = (code: number | null) => settle(() => reject(new Error(`${module} ended with exit code ${code}`)))
    const timer = setTimeout(() => settle(() => reject(new Error(`${module} said nothing for ${limit} ms`))), limit)
    child.on('message', said).on('exit', gone)
  })
}

import { delimiter, dirname, extname, join } from 'node:path'
import { mockAdmin } from 'osdi-events/mock'
import { root } from './built.ts'
import { osdiEvents, start } from './cli.ts'
import { temporaryFolder } from './folder.ts'

/** For each kind of program, by file extension: the command that runs it. */
const commands: Readonly<Record<string, string>> = {
  '.go': 'go run',
  '.java': 'java',
  '.mjs': 'node',
  '.php': 'php',
  '.pl': 'perl',
  '.py': 'python3',
  '.rb': 'ruby',
  '.sh': 'sh',
}

/** The key of an account of the real service, which the mock service does not know. */
export const realKey = 'key-of-a-real-account'

/** A command that prints its environment, and ends with its standard input. */
const printEnvironment = 'console.log(JSON.stringify(process.env)); process.stdin.resume()'

/**
 * `osdi-events mock --preset action-network -- COMMAND`, whose programs reach the mock service at `https://actionnetwork.org`. Its clock stands still,
 * except that each write moves it by one second. Disposal ends all processes and removes the folder.
 *
 * @param flags - further flags of `osdi-events mock`
 */
export async function realAddress(...flags: readonly string[]) {
  await using starting = new AsyncDisposableStack()
  const folder = starting.use(await temporaryFolder())
  // The Node of the tests.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const running = starting.use(
    osdiEvents(
      [
        ...['mock', '--preset', 'action-network', '--rate-limit', 'off', '--now', '2026-05-01T12:00:00Z', '--no-ui'],
        ...[...flags, '--', process.execPath, '-e', printEnvironment],
      ],
      { PATH, TMPDIR: folder.path },
    ),
  )
  const [line] = await running.until('stdout', /^.*\n/)
  const env: Readonly<Record<string, string>> = JSON.parse(line)
  const { EVENTS_BASE_URL: url = '', EVENTS_API_KEY: key = '' } = env
  const started = (path: string, args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) => {
    const [program = '', ...before] = commands[extname(path)]?.split(' ') ?? []
    const words = [...before, join(root, 'test/programs', path), ...args]
    return start(program, words, { ...env, AN_API_TOKEN: realKey, ...more }, folder.path)
  }
  const stack = starting.move()
  return {
    /** Where the mock itself listens. */
    url,
    admin: mockAdmin(url),
    key,
    /** The environment in which the programs run. */
    env,
    /** What the mock printed so far. */
    printed: running.printed,
    /** A folder of its own, in which the programs run. */
    folder,
    /**
     * Starts a program of `test/programs`. In `AN_API_TOKEN`, it finds a key of the real service, unless `env` has another value.
     */
    start: started,
    /** Runs a program as `start` does, until it ends. */
    run: (...of: Parameters<typeof started>) => started(...of).ended,
    /** Ends the mock as a program that ends does. */
    end: () => {
      running.process.stdin?.end()
      return running.ended
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

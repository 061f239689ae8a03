import { existsSync, readFileSync } from 'node:fs'
import nodeFs from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Command, CommanderError } from 'commander'
import { addCheck } from './check.ts'
import { CliError, isErrorWithCode } from './cli-error.ts'
import { addAttendances } from './events/attendances.ts'
import { addGet } from './events/get.ts'
import { addList } from './events/list.ts'
import { addRsvp } from './events/rsvp.ts'
import { addUpsert } from './events/upsert.ts'
import { addCreate, addUpdate } from './events/write.ts'
import { addExport } from './export/command.ts'
import { type Choose, type Clock, Interrupted, type Io, print, say, type Task } from './io.ts'
import { addMock } from './mock/command.ts'

const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms) => setTimeout(ms),
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref()
    return { [Symbol.dispose]: () => clearInterval(timer) }
  },
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return isErrorWithCode(error, 'EPERM')
  }
}

const defaults = {
  // Looked up at each request.
  fetch: (...given: Parameters<typeof fetch>) => globalThis.fetch(...given),
  clock: systemClock,
  fs: nodeFs,
  pid: process.pid,
  isAlive,
  takeSignals: () => ({ [Symbol.dispose]: () => {} }),
}

/** What {@link run} is given: streams, environment and signal, and what of the rest is not the system's own. */
export type Given = Omit<Io, keyof typeof defaults> & Partial<Io>

/** Runs what the arguments ask for. Never rejects: what goes wrong is one line on standard error, and the exit code. */
export async function run(args: readonly string[], given: Given): Promise<number> {
  const io: Io = { ...defaults, ...given }
  try {
    checkNode(process.versions.node)
    return await taskOf(args, io)(io)
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help that stands in for a missing command has been printed already.
      if (error.code !== 'commander.help') say(io, error.message.replace(/^error: /, ''))
      return 2
    }
    if (io.signal.aborted && error === io.signal.reason) return error instanceof Interrupted ? error.exitCode : 130
    say(io, error instanceof Error ? error.message : String(error))
    return error instanceof CliError ? error.exitCode : 1
  }
}

/** An older Node would stumble somewhere in the middle. npm warns of it, but runs the program all the same. */
function checkNode(running: string): void {
  const [major = 0, minor = 0] = running.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 12))
    throw new CliError(1, `needs Node 22.12 or newer, and this is ${running}`)
}

/** Reads the arguments. Behind the first `--` nothing is a flag: for `mock` it is a command, for all others an argument. */
function taskOf(args: readonly string[], io: Io): Task {
  const end = args.indexOf('--')
  const behind = end < 0 ? undefined : args.slice(end + 1)
  // The platform has put U+FFFD in the place of bytes that were no UTF-8.
  const damaged = args.slice(0, end < 0 ? undefined : end).find((each) => each.includes('\ufffd'))
  if (damaged !== undefined) throw new CliError(2, `an argument is not UTF-8: ${damaged}`)
  let task: Task = async () => 0
  let help = ''
  const program = new Command('osdi-events')
    .description('Typed clients for the OSDI events API, and the whole service to test against.')
    .version(version())
    .exitOverride()
    // The subcommands inherit this: refuseExcess names what is too much, and not only how many there are.
    .allowExcessArguments()
    .hook('preAction', (_, command) => refuseExcess(command, behind !== undefined))
    // Errors are said by the caller, all in one way.
    .configureOutput({
      outputError: () => {},
      writeErr: (text) => void io.stderr.write(text),
      writeOut: (text) => {
        help += text
      },
    })
  const choose: Choose = (chosen) => {
    task = chosen
  }
  for (const add of [addExport, addList, addGet, addCreate, addUpdate, addUpsert, addAttendances, addRsvp, addCheck])
    add(program, choose)
  addMock(program, behind, choose)
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    // Help and version that were asked for are no failure.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
    task = async () => {
      await print(io, help)
      return 0
    }
  }
  return task
}

/** @throws CliError where a command is given more arguments than it takes, such as a flag behind `--` */
function refuseExcess(command: Command, hasDashes: boolean): void {
  const { args, registeredArguments } = command
  if (registeredArguments.some(({ variadic }) => variadic)) return
  const excess = args.slice(registeredArguments.length)
  if (excess.length === 0) return
  const [argument] = registeredArguments
  const takes = argument ? `one argument, <${argument.name()}>` : 'no argument'
  const hint = hasDashes ? ', and flags stand before --' : ''
  const named = excess.map((each) => `'${each}'`).join(', ')
  throw new CliError(2, `unexpected ${named}: ${command.name()} takes ${takes}${hint}`)
}

/** The package's version, from the nearest `package.json` above this file, which may stand in `dist` or in the source. */
function version(): string {
  let manifest = new URL('package.json', import.meta.url)
  while (!existsSync(manifest) && manifest.pathname !== '/package.json') manifest = new URL('../package.json', manifest)
  const parsed: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return parsed.version
}

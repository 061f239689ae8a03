import { existsSync, readFileSync } from 'node:fs'
import nodeFs from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Command, CommanderError } from 'commander'
import { addExport } from './export/command.ts'
import { addAttendances } from './read/attendances.ts'
import { addCampaigns } from './read/campaigns.ts'
import { addGet } from './read/get.ts'
import { addList } from './read/list.ts'
import { CliError, isErrorWithCode, type TypedFlag } from './run/cli-error.ts'
import { type Choose, type Clock, Interrupted, type Io, print, type Task } from './run/io.ts'
import { nearestName } from './run/nearest-name.ts'
import { fillFromEnvironment } from './run/service.ts'
import { type Example, formatHelp, giveExamples } from './terminal/help.ts'
import { sayError } from './terminal/messages.ts'
import { screenOf } from './terminal/screen.ts'
import { addCheck } from './test/check.ts'
import { addDoctor } from './test/doctor/command.ts'
import { addMock } from './test/mock/command.ts'
import { addRecord } from './test/record/command.ts'
import { addCreate, addUpdate } from './write/create-update.ts'
import { addRsvp } from './write/rsvp.ts'
import { addUpsert } from './write/upsert.ts'

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
    process.kill(pid, 0)
  } catch (error) {
    return isErrorWithCode(error, 'EPERM')
  }
  try {
    // A killed process keeps its number until its parent asks how it ended. Linux shows it as a zombie.
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\)/s, '')
    return !/^ [ZX]/.test(state)
  } catch {
    return true
  }
}

const defaults = {
  // Looks up the global at each request, because a program may replace it later.
  fetch: (...given: Parameters<typeof fetch>) => globalThis.fetch(...given),
  clock: systemClock,
  fs: nodeFs,
  pid: process.pid,
  isAlive,
  overrideSignalHandler: () => ({ [Symbol.dispose]: () => {} }),
}

/** Argument of {@link run}: streams, environment and signal. Clock, files and network are those of the system, unless given. */
export type RunOptions = Omit<Io, keyof typeof defaults> & Partial<Io>

/** Runs the command of the arguments and resolves with the exit code. Never rejects: prints an error on standard error. */
export async function run(args: readonly string[], given: RunOptions): Promise<number> {
  const io: Io = { ...defaults, ...given, env: { ...given.env, ...colourSetting(args) } }
  try {
    checkNode(process.versions.node)
    return await taskOf(args, io)(io)
  } catch (error) {
    if (error instanceof CommanderError) {
      const [command = ''] = args
      const hint = `osdi-events ${command} --help shows the arguments and flags`
      // Without a command, commander has already printed the help.
      if (error.code !== 'commander.help') sayError(io, error.message.slice('error: '.length), hint)
      return 2
    }
    if (io.signal.aborted && error === io.signal.reason) return error instanceof Interrupted ? error.exitCode : 130
    const { hint, flags = [] } = error instanceof CliError ? error : {}
    const command = flags.length === 0 ? undefined : commandWith(args, flags)
    sayError(io, error instanceof Error ? error.message : String(error), hint, command)
    return error instanceof CliError ? error.exitCode : 1
  }
}

/** The typed command with other flags, for a shell. A flag and its value are one part. */
function commandWith(args: readonly string[], flags: readonly TypedFlag[]): readonly string[] {
  const parts: string[][] = [['osdi-events']]
  for (const arg of args) {
    if (/^-./.test(arg)) parts.push([arg])
    else parts.at(-1)?.push(arg)
  }
  const replaced = new Set(flags.map(([flag]) => flag))
  const kept = parts.filter(([first = '']) => !replaced.has(first.replace(/=.*/s, '')))
  return [...kept, ...flags].map((part) => part.map(shellWord).join(' '))
}

const shellWord = (text: string) =>
  /^[\w.,:/@%+-][\w.,:/@%+=-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The variables that `--no-color` stands for. It counts even if the rest of the command line is wrong. */
const colourSetting = (args: readonly string[]): Pick<Io, 'env'>['env'] =>
  flagsBeforeDashes(args).includes('--no-color') ? { NO_COLOR: '1', FORCE_COLOR: undefined } : {}

/** The arguments before `--`. Those after it are no flags. */
const flagsBeforeDashes = (args: readonly string[]): readonly string[] => {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end)
}

/** Widths of the help: narrower terminals break its lines, and wider lines are hard to read. */
const narrowestHelp = 60
const widestHelp = 100

/** What a new user tries. */
const firstSteps: readonly Example[] = [
  { run: 'osdi-events mock -- osdi-events list', does: 'without a key, against the mock service' },
  { run: 'osdi-events doctor --preset action-network', does: 'with the key in EVENTS_API_KEY' },
]

const noKeyFlag = 'set EVENTS_API_KEY, or name a file that has the key with --key-file'

/** Advice about flags that people expect, but that do not exist: for every command, or behind the name of one. */
const otherFlags: Readonly<Record<string, string>> = {
  '--key': noKeyFlag,
  '--api-key': noKeyFlag,
  '--token': noKeyFlag,
  'list --format': 'to write every event in a format, use osdi-events export --format csv',
  'list --csv': 'to write every event as CSV, use osdi-events export --format csv',
  'export --csv': 'use --format csv',
  'attendances --csv': 'use --format csv',
}

/** A command whose error about an unknown flag says what to do. */
class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name)
  }

  /** Commander calls this method. Its own error would have the advice only in its message. */
  unknownOption(flag: string): never {
    throw new CliError(2, `unknown option '${flag}'`, { hint: this.#adviceFor(flag) ?? helpHint(this) })
  }

  #adviceFor(flag: string): string | undefined {
    const advice = otherFlags[flag] ?? otherFlags[`${this.name()} ${flag}`]
    if (advice !== undefined) return advice
    if (this.parent === null) return 'write flags after the command, such as: osdi-events list --json'
    const known = this.createHelp().visibleOptions(this)
    const near = nearestName(
      flag,
      known.flatMap(({ long }) => long ?? []),
      1 / 3,
    )
    return near && `did you mean ${near}?`
  }
}

const helpHint = (command: Command): string =>
  `${[command.parent?.name(), command.name()].filter(Boolean).join(' ')} --help shows the arguments and flags`

/** Refuses an old Node, which would fail in the middle of a command. npm only warns about the version. */
function checkNode(running: string): void {
  const [major = 0, minor = 0] = running.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 12))
    throw new CliError(1, `needs Node 22.12 or newer, and this is ${running}`)
}

/**
 * Parses the arguments. After the first `--` there are no flags: `mock` runs the rest as a command, and other commands take the rest as arguments.
 */
function taskOf(args: readonly string[], io: Io): Task {
  const end = args.indexOf('--')
  const behind = end < 0 ? undefined : args.slice(end + 1)
  // An argument with U+FFFD was not UTF-8: Node replaces wrong bytes with this character.
  const damaged = flagsBeforeDashes(args).find((each) => each.includes('\ufffd'))
  if (damaged !== undefined) throw new CliError(2, `an argument is not UTF-8: ${damaged}`)
  let task: Task = async () => 0
  let help = ''
  const screen = screenOf(io.stdout, io.env)
  const helpWidth = Math.min(Math.max(screen.width ?? 80, narrowestHelp), widestHelp)
  const program = new CliCommand('osdi-events')
    .description('Typed clients for the OSDI events API, and the whole service to test against.')
    .version(version(), '-V, --version', 'prints the version')
    .helpOption('-h, --help', 'prints this help')
    .helpCommand('help [command]', 'prints the help of a command')
    .usage('<command> [flags]')
    .exitOverride()
    // Subcommands inherit this setting. Commander's own error only counts excess arguments. That of `refuseExcess` names them.
    .allowExcessArguments()
    .hook('preAction', (_, command) => {
      refuseExcess(command, behind !== undefined)
      fillFromEnvironment(command, io)
    })
    // `run` prints all errors in one form.
    .configureHelp({ formatHelp, minWidthToWrap: 20, styleTitle: (title) => screen.paint('strong', title) })
    .configureOutput({
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
      outputError: () => {},
      writeErr: (text) => void io.stderr.write(text),
      writeOut: (text) => {
        help += text
      },
    })
  const choose: Choose = (chosen) => {
    task = chosen
  }
  const commands: Readonly<Record<string, typeof addList>> = {
    ...{ list: addList, get: addGet, campaigns: addCampaigns, attendances: addAttendances, export: addExport },
    ...{ create: addCreate, update: addUpdate, upsert: addUpsert, rsvp: addRsvp, doctor: addDoctor, check: addCheck },
    mock: () => addMock(program, behind, choose),
    record: () => addRecord(program, behind, choose),
  }
  const [name = ''] = args
  // To declare the flags of all commands takes longer than most commands.
  const needed = Object.hasOwn(commands, name) ? [commands[name]] : Object.values(commands)
  for (const add of needed) add?.(program, choose)
  for (const command of program.commands) command.option('--no-color', 'prints without colours, like NO_COLOR=1')
  giveExamples(program, firstSteps)
  refuseUnknownCommand(args[0], program)
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    // The user asked for help or the version: not a failure.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
    task = async () => {
      await print(io, help)
      return 0
    }
  }
  return task
}

/** Commander would answer an unknown command before `--help` with the help of the program. */
function refuseUnknownCommand(given: string | undefined, { commands }: Command): void {
  const names = commands.map((command) => command.name())
  if (given === undefined || given.startsWith('-') || given === 'help' || names.includes(given)) return
  const near = given === 'version' ? 'osdi-events --version' : nearestName(given, names, 1 / 2)
  const hint = near === undefined ? 'osdi-events --help lists the commands' : `did you mean ${near}?`
  throw new CliError(2, `unknown command '${given}'`, { hint })
}

/** What to do with the name of a file that a command does not take as an argument. */
const fileAdvice: Readonly<Record<string, string>> = {
  export: 'to write a file, give --out FILE',
  check: 'to write a file, give --save FILE',
  upsert: 'to read a file, give --csv FILE, or --ndjson < FILE',
  create: 'to read a file, write: osdi-events create < FILE',
  update: 'to read a file, write: osdi-events update ID < FILE',
}

/** @throws CliError if a command gets more arguments than it takes, such as a flag after `--` */
function refuseExcess(command: Command, hasDashes: boolean): void {
  const { args, registeredArguments } = command
  if (registeredArguments.some(({ variadic }) => variadic)) return
  const excess = args.slice(registeredArguments.length)
  if (excess.length === 0) return
  const [argument] = registeredArguments
  const takes = argument ? `one argument, <${argument.name()}>` : 'no argument'
  const named = excess.map((each) => `'${each}'`).join(', ')
  throw new CliError(2, `unexpected ${named}: ${command.name()} takes ${takes}`, {
    hint: hasDashes ? 'write flags before --' : fileAdvice[command.name()],
  })
}

/** The package's version, from the nearest `package.json` above this file. The file runs from `dist` or from `src`. */
function version(): string {
  let manifest = new URL('package.json', import.meta.url)
  while (!existsSync(manifest) && manifest.pathname !== '/package.json') manifest = new URL('../package.json', manifest)
  const parsed: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return parsed.version
}

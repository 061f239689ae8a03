import { Command, CommanderError } from 'commander'
import { addCreate } from './events/create.ts'
import { addGet } from './events/get.ts'
import { addList } from './events/list.ts'
import { addUpdate } from './events/update.ts'
import { addExport } from './export/command.ts'
import { addMock } from './mock/command.ts'
import { say } from './output.ts'
import { print } from './print.ts'
import { Problem } from './problem.ts'
import type { Choose, Task } from './task.ts'
import { version } from './version.ts'

/** Runs what the arguments ask for. Never rejects: what goes wrong is one line on standard error, and the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    checkNode(process.versions.node)
    return await taskOf(args)()
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help that stands in for a missing command has been printed already.
      if (error.code !== 'commander.help') say(error.message.replace(/^error: /, ''))
      return 2
    }
    say(error instanceof Error ? error.message : String(error))
    return error instanceof Problem ? error.exitCode : 1
  }
}

/** An older Node would stumble somewhere in the middle. npm warns of it, but runs the program all the same. */
function checkNode(running: string): void {
  const [major = 0, minor = 0] = running.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 12))
    throw new Problem(1, `needs Node 22.12 or newer, and this is ${running}`)
}

/** Reads the arguments. What stands behind the first `--` is another command's: none of its flags is ours. */
function taskOf(args: readonly string[]): Task {
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const behind = end < 0 ? undefined : args.slice(end + 1)
  let task: Task = async () => 0
  let help = ''
  const program = new Command('osdi-events')
    .description('Typed clients for the OSDI events interface, and the whole service to test against.')
    .version(version())
    .exitOverride()
    // Errors are said by the caller, all in one way.
    .configureOutput({
      outputError: () => {},
      writeOut: (text) => {
        help += text
      },
    })
  const choose: Choose = (chosen) => {
    task = chosen
  }
  for (const add of [addExport, addList, addGet, addCreate, addUpdate]) add(program, choose)
  addMock(program, behind, choose)
  try {
    program.parse(own, { from: 'user' })
  } catch (error) {
    // Help and version that were asked for are no failure.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
    task = async () => {
      await print(help)
      return 0
    }
  }
  return task
}

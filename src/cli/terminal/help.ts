import type { Command, Help, Option } from 'commander'
import { wrap } from './text.ts'

/** A command line that a user can copy. */
export interface Example {
  readonly run: string
  /** What the command line does, if that is not obvious. */
  readonly does?: string
}

/** The help of a command, without its flags. */
export interface HelpText {
  /** Heading of the command in the list of commands. */
  readonly group: 'Read' | 'Write' | 'Test'
  /** What the command does, in the list of commands. */
  readonly summary: string
  /** What the command is for: one sentence. */
  readonly description: string
  readonly examples: readonly Example[]
  /** Paragraphs below the examples. */
  readonly notes?: readonly string[]
}

const helpTexts = new WeakMap<Command, Pick<HelpText, 'examples' | 'notes'>>()

/** Sets the examples of the program itself. */
export function giveExamples(program: Command, examples: readonly Example[]): Command {
  helpTexts.set(program, { examples })
  return program
}

/** Sets the help of a command. */
export function describe(command: Command, text: HelpText): Command {
  helpTexts.set(command, text)
  return command.helpGroup(text.group).summary(text.summary).description(text.description)
}

/** Heading of the flags that every command for a service has. */
export const connectionGroup = 'Connection'

/** Puts the flags that a command has so far into the group of connection flags. */
export function groupAsConnection(command: Command): void {
  for (const option of command.options) option.helpGroup(connectionGroup)
}

/** The paragraph below the connection flags. */
const keyNote = 'No flag takes the key itself: other users of this machine could see it.'

const exitCodes =
  'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the service refuses the key, 130 interrupted (143 by SIGTERM).'

/** Only `check` compares with an earlier time. `record` has the exit codes of its command, and no key of its own. */
function connectionNotesOf(command: Command): readonly string[] {
  if (command.name() === 'record') return []
  const codes = command.name() === 'check' ? exitCodes.replace(', 130', ', 4 the service has changed, 130') : exitCodes
  return [keyNote, codes]
}

/**
 * Formats the help of a command: what it is for, its usage, its own flags, examples, and after them the connection flags, which are the same for
 * all commands.
 */
export function formatHelp(command: Command, helper: Help): string {
  const { helpWidth = 80 } = helper
  const { examples = [], notes = [] } = helpTexts.get(command) ?? {}
  const title = (text: string) => helper.styleTitle(text)
  const paragraph = (text: string) => wrap(text, helpWidth).join('\n')
  const list = (heading: string, items: readonly (readonly [term: string, description: string])[]) => {
    const widest = Math.max(...items.map(([term]) => term.length))
    const rows = items.map(([term, description]) => helper.formatItem(term, widest, description, helper))
    return items.length === 0 ? '' : [title(`${heading}:`), ...rows].join('\n')
  }
  const flags = (options: readonly Option[]) =>
    options.map((option) => [helper.optionTerm(option), helper.optionDescription(option)] as const)
  const options = helper.visibleOptions(command)
  const connection = options.filter(({ helpGroupHeading }) => helpGroupHeading === connectionGroup)
  const commands = Map.groupBy(
    helper.visibleCommands(command).filter((each) => each.helpGroup() !== ''),
    (each) => each.helpGroup(),
  )
  const parts = [
    paragraph(helper.commandDescription(command)),
    `${title('Usage:')} ${helper.commandUsage(command).replace('[options]', '[flags]')}`,
    ...[...commands].map(([heading, each]) =>
      list(
        heading,
        each.map((one) => [one.name(), one.summary()] as const),
      ),
    ),
    list(
      'Arguments',
      helper.visibleArguments(command).map((each) => [helper.argumentTerm(each), helper.argumentDescription(each)]),
    ),
    list('Flags', flags(options.filter((option) => !connection.includes(option)))),
    examples.length === 0
      ? ''
      : [title('Examples:'), ...examples.map((each) => exampleText(each, helpWidth))].join('\n'),
    ...notes.map(paragraph),
    list(connectionGroup, flags(connection)),
    ...(connection.length === 0 ? [] : connectionNotesOf(command).map(paragraph)),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** An example with a comment above. A long command line is broken with backslashes, so that a shell can read it. */
function exampleText({ run, does }: Example, width: number): string {
  const comment = does === undefined ? [] : wrap(does, width - 4).map((line) => `  # ${line}`)
  const lines: string[] = []
  let line = ' '
  // Quoted words keep their spaces, and flags keep their values.
  for (const word of run.match(/(?:--\S+ (?=[^-\s]))?(?:'[^']*'|"[^"]*"|\S)+/g) ?? []) {
    if (line.length + word.length + 3 > width && line.trim() !== '') {
      lines.push(`${line} \\`)
      line = '     '
    }
    line += ` ${word}`
  }
  return [...comment, ...lines, line].join('\n')
}

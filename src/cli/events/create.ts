import type { Command } from 'commander'
import { flagsOf, text } from '../flag.ts'
import { addServiceFlags, type ServiceFlags, serviceHelp } from '../service/flags.ts'
import { talking, writing } from '../service/run.ts'
import type { Choose } from '../task.ts'
import { bodyOf } from './body.ts'
import { addBodyFlags, type BodyFlags, bodyHelp } from './body-flags.ts'
import { show } from './show.ts'

type CreateFlags = ServiceFlags & BodyFlags & { readonly creator?: string; readonly json?: true }

const examples = `
Examples:
  osdi-events create --title Picnic --origin-system Calendar --start 2026-05-01T18:00:00
  osdi-events create --title Picnic --origin-system Calendar --set location.venue='Old Mill' --json
  osdi-events create < event.json`

/** Adds `osdi-events create`: a new event. */
export function addCreate(program: Command, choose: Choose): void {
  const create = addServiceFlags(program.command('create'))
  addBodyFlags(create)
  flagsOf(create)('--creator <person>', 'who creates it: a person by id or address', text)
  create
    .option('--json', 'prints the event that was made as JSON')
    .summary('creates an event')
    .description('Creates an event, from flags or from JSON on standard input.')
    .addHelpText('after', `${examples}\n${bodyHelp}\n${serviceHelp}`)
    .action((flags: CreateFlags) =>
      choose(
        talking(flags, { creator: '--creator' }, async (events, { signal }) => {
          const { creator } = flags
          const body = await bodyOf(flags, signal)
          const options = { signal, ...(creator !== undefined && { creator }) }
          await writing(
            signal,
            () => events.create(body, options),
            (event) => show(event, flags),
          )
          return 0
        }),
      ),
    )
}

import type { Command } from 'commander'
import { flagsOf, several } from '../flag.ts'
import { addServiceFlags, type ServiceFlags, serviceHelp } from '../service/flags.ts'
import { talking, writing } from '../service/run.ts'
import type { Choose } from '../task.ts'
import { bodyOf } from './body.ts'
import { addBodyFlags, type BodyFlags, bodyHelp } from './body-flags.ts'
import { show } from './show.ts'

type UpdateFlags = ServiceFlags & BodyFlags & { readonly json?: true }

const examples = `
Examples:
  osdi-events update ID --title 'Picnic, indoors' --clear description
  osdi-events update ID --set location.venue='Town Hall' --json
  echo '{"description":null}' | osdi-events update ID`

/** Adds `osdi-events update`: changes of an event. */
export function addUpdate(program: Command, choose: Choose): void {
  const update = addServiceFlags(program.command('update')).argument('<event>', "the event's id")
  addBodyFlags(update)
  flagsOf(update)('--clear <field>', 'clears an optional field; may be repeated', several)
  update
    .option('--json', 'prints the event as it is then as JSON')
    .summary('changes an event')
    .description(
      'Changes the fields of an event that are given and no other, from flags or from JSON on standard input.',
    )
    .addHelpText('after', `${examples}\n${bodyHelp}\n${serviceHelp}`)
    .action((event: string, flags: UpdateFlags) =>
      choose(
        talking(flags, { event: '<event>' }, async (events, { signal }) => {
          const changes = await bodyOf(flags, signal)
          await writing(
            signal,
            () => events.update(event, changes, { signal }),
            (changed) => show(changed, flags),
          )
          return 0
        }),
      ),
    )
}

import type { Command } from 'commander'
import type { Choose } from '../io.ts'
import { addServiceFlags, type ServiceFlags, serviceHelp, withClient } from '../service.ts'
import { show } from './show.ts'

type GetFlags = ServiceFlags & { readonly json?: true }

const examples = `
Examples:
  osdi-events get c945d6fe-929e-11e3-a2e9-12313d316c29
  osdi-events get platform:c945d6fe-929e-11e3-a2e9-12313d316c29 --json
  osdi-events get -- -a7                                                     an id that begins with a dash`

/** Adds `osdi-events get`, which shows one event. */
export function addGet(program: Command, choose: Choose): void {
  addServiceFlags(program.command('get'))
    .argument('<event>', "the event's id, with or without the service's prefix")
    .option('--json', 'the whole event as JSON')
    .summary('shows one event')
    .description('Shows one event.')
    .addHelpText('after', `${examples}\n${serviceHelp}`)
    .action((event: string, flags: GetFlags) =>
      choose(
        withClient(flags, { event: '<event>' }, async (events, io) => {
          await show(io, await events.get(event, { signal: io.signal }), flags)
          return 0
        }),
      ),
    )
}

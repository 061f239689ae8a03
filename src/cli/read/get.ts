import type { Command } from 'commander'
import type { Choose } from '../run/io.ts'
import { addServiceFlags, type ServiceFlags, withClient } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { eventIdOf } from './short-id.ts'
import { show } from './show.ts'

type GetFlags = ServiceFlags & { readonly json?: true }

const help: HelpText = {
  group: 'Read',
  summary: 'shows one event',
  description: 'Shows the fields of one event that have a value.',
  examples: [
    { run: 'osdi-events get c945d6fe-929e-11e3-a2e9-12313d316c29' },
    { run: 'osdi-events get c945d6fe-929e-11e3-a2e9-12313d316c29 --json' },
    { run: 'osdi-events get -- -a7', does: 'an id that begins with a dash' },
  ],
}

/** Adds `osdi-events get`, which shows one event. */
export function addGet(program: Command, choose: Choose): void {
  describe(addServiceFlags(program.command('get')), help)
    .argument('<event>', "the event's id, also as short as in a table")
    .option('--json', 'the whole event as JSON')
    .action((event: string, flags: GetFlags) =>
      choose(
        withClient(flags, { id: '<event>' }, async (events, io) => {
          await show(io, await events.get(await eventIdOf(event, events, io, 'read'), { signal: io.signal }), flags)
          return 0
        }),
      ),
    )
}

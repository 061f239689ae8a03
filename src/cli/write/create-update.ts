import type { Command } from 'commander'
import { titleOf } from '../read/event-table.ts'
import { mainValuesOf } from '../read/main-values.ts'
import { eventIdOf } from '../read/short-id.ts'
import { show } from '../read/show.ts'
import { flagsOf, several, text } from '../run/flag.ts'
import { type Choose, type Io, print } from '../run/io.ts'
import { addServiceFlags, type ServiceFlags, withClient, writeAndShow } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { sayDone, warn } from '../terminal/messages.ts'
import { screenOf } from '../terminal/screen.ts'
import { pairsOf } from '../terminal/table.ts'
import { addBodyFlags, type BodyFlags, bodyNotes, missingFlagOf, readFields } from './event-fields.ts'

interface ShownFlags {
  readonly json?: true
}

type CreateFlags = ServiceFlags & BodyFlags & ShownFlags & { readonly creator?: string }

const createHelp: HelpText = {
  group: 'Write',
  summary: 'creates an event',
  description: 'Creates an event, from flags or from JSON on standard input.',
  examples: [
    { run: 'osdi-events create --title Picnic --origin-system Calendar --start 2026-05-01T18:00:00' },
    { run: "osdi-events create --title Picnic --origin-system Calendar --set location.venue='Old Mill' --json" },
    { run: 'osdi-events create < event.json' },
  ],
  notes: bodyNotes,
}

/** Adds `osdi-events create`, which creates an event. */
export function addCreate(program: Command, choose: Choose): void {
  const create = addServiceFlags(program.command('create'))
  addBodyFlags(create)
  flagsOf(create)('--creator <person>', 'creator: a person by id or address', text)
  describe(create, createHelp)
    .option('--json', 'prints the created event as JSON')
    .action((flags: CreateFlags) =>
      choose(
        withClient(flags, { ...missingFlagOf(flags), creator: '--creator' }, async (events, io) => {
          const body = await readFields(flags, io)
          await writeAndShow(
            io,
            () => events.create(body, { signal: io.signal, creator: flags.creator }),
            (event) => showWritten(io, 'created', event, flags),
          )
          return 0
        }),
      ),
    )
}

type UpdateFlags = ServiceFlags & BodyFlags & ShownFlags

const updateHelp: HelpText = {
  group: 'Write',
  summary: 'changes an event',
  description: 'Changes only the given fields of an event, from flags or from JSON on standard input.',
  examples: [
    { run: "osdi-events update ID --title 'Picnic, indoors' --clear description" },
    { run: "osdi-events update ID --set location.venue='Town Hall' --json" },
    { run: `echo '{"description":null}' | osdi-events update ID` },
  ],
  notes: bodyNotes,
}

/** Adds `osdi-events update`, which changes an event. */
export function addUpdate(program: Command, choose: Choose): void {
  const update = addServiceFlags(program.command('update')).argument(
    '<event>',
    "the event's id, also as short as in a table",
  )
  addBodyFlags(update)
  flagsOf(update)('--clear <field>', 'clears an optional field; may be repeated', several)
  describe(update, updateHelp)
    .option('--json', 'prints the changed event as JSON')
    .action((event: string, flags: UpdateFlags) =>
      choose(
        withClient(flags, { ...missingFlagOf(flags), id: '<event>' }, async (events, io) => {
          const changes = await readFields(flags, io)
          const id = await eventIdOf(event, events, io, 'write')
          await writeAndShow(
            io,
            () => events.update(id, changes, { signal: io.signal }),
            (changed) => showWritten(io, 'updated', changed, flags),
          )
          return 0
        }),
      ),
    )
}

/** When and where an event is, its page, and how to find it again. */
const afterWrite: ReadonlySet<string> = new Set(['when', 'where', 'page', 'id'])

/**
 * Prints the event after a write. A terminal gets what a person wants to see. A file, a pipe and `--json` get the whole event. A warning names what the
 * service did not apply.
 */
async function showWritten(io: Io, verb: string, event: object, flags: ServiceFlags & ShownFlags): Promise<void> {
  const { unappliedOf } = await import('osdi-events')
  const screen = screenOf(io.stdout, io.env)
  if (flags.json || screen.width === undefined) await show(io, event, flags)
  else {
    sayDone({ ...io, stderr: io.stdout }, `${verb} ${titleOf(event)}`)
    const values = await mainValuesOf(event, new Date(io.clock.now()).getFullYear())
    const pairs = values.filter(({ name, value }) => afterWrite.has(name) && value !== '')
    await print(
      io,
      pairsOf(
        pairs.map(({ name, value }) => [name, value]),
        screen,
      ),
    )
  }
  const unapplied = unappliedOf(event)
  if (unapplied.length > 0) warn(io, `not as you gave it: the service decided ${unapplied.join(', ')} itself`)
}

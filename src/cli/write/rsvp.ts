import type { Command } from 'commander'
import type { NewAttendance } from 'osdi-events'
import { eventIdOf } from '../read/short-id.ts'
import { printWhole } from '../read/show.ts'
import { CliError } from '../run/cli-error.ts'
import { idOrUndefined } from '../run/field-values.ts'
import { flagsOf, several, text } from '../run/flag.ts'
import { type Choose, print } from '../run/io.ts'
import { nearestName } from '../run/nearest-name.ts'
import { addServiceFlags, type ServiceFlags, withClient, writeAndShow } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { note } from '../terminal/messages.ts'
import { oneLine } from '../terminal/text.ts'

interface RsvpFlags extends ServiceFlags {
  readonly email?: readonly string[]
  readonly phone?: readonly string[]
  readonly givenName?: string
  readonly familyName?: string
  readonly postalCode?: string
  readonly person?: string
  readonly status?: NewAttendance['status']
  readonly json?: true
}

const help: HelpText = {
  group: 'Write',
  summary: 'records an RSVP',
  description: 'Records the RSVP of one person to an event.',
  examples: [
    { run: 'osdi-events rsvp EVENT --email ada@example.org --given-name Ada --family-name Lovelace' },
    { run: 'osdi-events rsvp EVENT --person PERSON --status declined', does: 'if the service takes another status' },
  ],
  notes: [
    'The command prints the status and the id of the RSVP. If it fails and says that the write may have taken effect, look with osdi-events attendances before you send the RSVP again. Some services, such as the Action Network, record each RSVP as accepted: then the command with another --status ends with code 1.',
  ],
}

/** Maps the field of an InputError to the flag that sets it. */
const rsvpFlagOf: Readonly<Record<string, string>> = {
  id: '<event>',
  person: '--person',
  status: '--status',
  'person.email_addresses': '--email',
  'person.email_addresses[0].address': '--email',
  'person.phone_numbers[0].number': '--phone',
}

/** Adds `osdi-events rsvp`, which records an RSVP to an event. */
export function addRsvp(program: Command, choose: Choose): void {
  const command = addServiceFlags(program.command('rsvp')).argument(
    '<event>',
    "the event's id, also as short as in a table",
  )
  const add = flagsOf(command)
  add('--email <address>', 'e-mail address, by which the service finds a known person; may be repeated', several)
  add('--phone <number>', 'telephone number; may be repeated', several)
  add('--given-name <name>', 'first name', text)
  add('--family-name <name>', 'last name', text)
  add('--postal-code <code>', 'postal code', text)
  add('--person <person>', 'a known person by id or address, instead of the flags above', text)
  add('--status <status>', 'accepted, declined, tentative, "needs action" or attended (default: accepted)', text)
  describe(command, help)
    .option('--json', 'the RSVP as JSON')
    .action((event: string, flags: RsvpFlags) => {
      const attendance = attendanceOf(flags)
      return choose(
        withClient(flags, rsvpFlagOf, async (events, io) => {
          const { attendanceStatuses, idOf, isEventsError, unappliedOf } = await import('osdi-events')
          refuseUnknownStatus(flags.status, attendanceStatuses)
          const id = await eventIdOf(event, events, io, 'write')
          let decided: string | undefined
          await writeAndShow(
            io,
            () =>
              events.recordAttendance(id, attendance, { signal: io.signal }).catch((error: unknown) => {
                // It may repeat the person's data: only the terminal of the one who typed the data shows it.
                if (io.stderr.isTTY && isEventsError(error) && error.reason)
                  note(io, `the service says: ${error.reason}`)
                throw error
              }),
            async (rsvp) => {
              const result = String(Reflect.get(rsvp, 'status') ?? 'recorded')
              if (flags.json) await printWhole(io, rsvp)
              else await print(io, `${oneLine(`${result} ${idOrUndefined(rsvp, idOf) ?? ''}`)}\n`)
              if (unappliedOf(rsvp).includes('status')) decided = oneLine(result)
            },
          )
          if (decided !== undefined)
            throw new CliError(1, `the RSVP exists now, but as ${decided}, not as ${flags.status}`, {
              hint: 'this service decides the status itself',
            })
          return 0
        }),
      )
    })
}

/** Refuses a mistyped status: some services would record the RSVP as accepted. */
function refuseUnknownStatus(status: string | undefined, known: readonly string[]): void {
  if (status === undefined || known.includes(status)) return
  const near = nearestName(status, known, 1 / 3)
  const hint = near === undefined ? undefined : `did you mean ${near}?`
  throw new CliError(2, `--status: must be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`, { hint })
}

function attendanceOf({ email, phone, givenName, familyName, postalCode, person, status }: RsvpFlags): NewAttendance {
  const told = {
    ...(givenName !== undefined && { given_name: givenName }),
    ...(familyName !== undefined && { family_name: familyName }),
    ...(email && { email_addresses: email.map((address) => ({ address })) }),
    ...(phone && { phone_numbers: phone.map((number) => ({ number })) }),
    ...(postalCode !== undefined && { postal_addresses: [{ postal_code: postalCode }] }),
  }
  if (person !== undefined && Object.keys(told).length > 0) {
    throw new CliError(2, '--person: cannot be combined with other flags that describe a person')
  }
  return { person: person ?? told, status }
}

import type { Command } from 'commander'
import type { Publishable, Scheduled } from 'osdi-events'
import type { Instants, Placed } from 'osdi-events/calendar'
import { CliError } from '../run/cli-error.ts'
import { flagsOf } from '../run/flag.ts'
import { nearestName } from '../run/nearest-name.ts'

/** The flags that select events by date, status and visibility. The command checks each event itself, so these flags work with every service. */
export interface SelectionFlags {
  /** First second of the selected time, in local time, such as `2026-05-01T00:00:00`. */
  readonly from?: string
  /** Last second of the selected time, in local time. */
  readonly to?: string
  readonly upcoming?: true
  /** Time zone for events whose place gives none. */
  readonly zone?: string
  readonly status?: string
  readonly public?: true
}

/** Makes a function that reads a day or a local time. `rest` completes a text without a time or seconds. */
const localTime = (flag: string, rest: string) => (given: string) => {
  const [, day, time = ''] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(given) ?? []
  const read = day && `${day}T${`${time}${rest.slice(time.length)}`}`
  if (read && !Number.isNaN(Date.parse(`${read}Z`)) && new Date(`${read}Z`).toISOString().startsWith(day)) return read
  if (day !== undefined) throw new CliError(2, `${flag}: ${given} is not in the calendar`)
  throw new CliError(2, `${flag}: must be a date or a local time`, {
    hint: 'write it as 2026-06-20 or "2026-06-20 18:00", by the clock at the place of the events',
  })
}

/** Statuses of the documents. A service may have others. */
const knownStatuses = ['confirmed', 'tentative', 'cancelled']

/** Reads a status. Refuses a mistyped one, such as `canceled`: the list would be empty without a reason. */
function readStatus(given: string): string {
  const near = nearestName(given, knownStatuses)
  if (near === undefined || near === given) return given
  throw new CliError(2, `--status: no event has the status ${given}`, { hint: `did you mean ${near}?` })
}

function readZone(given: string): string {
  try {
    // The client refuses the same zones: those that the platform does not know, and offsets.
    if (!/^[+-]/.test(given)) return new Intl.DateTimeFormat('en', { timeZone: given }) && given
  } catch {}
  throw new CliError(2, `--zone: ${given} is no time zone`, { hint: 'write it as America/Chicago or Europe/Berlin' })
}

export function addSelectionFlags(command: Command): void {
  const add = flagsOf(command)
  add('--from <date>', 'only events that begin on this local date or later', localTime('--from', '00:00:00'))
  add('--to <date>', 'only events that begin on this local date or earlier', localTime('--to', '23:59:59'))
  add('--zone <zone>', 'time zone of events whose place gives none, such as America/Chicago', readZone)
  command.option('--upcoming', 'only events that have not begun by the clock of their town')
  add('--status <status>', 'only events with this status, such as confirmed or cancelled', readStatus)
  command.option(
    '--public',
    'only what visitors may see: no events that are hidden, private or waiting for approval, no people, no instructions, no undocumented fields',
  )
}

/** @throws CliError if nothing would read `--zone`. A calendar does, and so does a list by start. */
export function checkZone({ zone, upcoming }: SelectionFlags): void {
  if (zone !== undefined && !upcoming)
    throw new CliError(2, '--zone: has an effect only with --upcoming, in a calendar, and in a list by start')
}

/** Values of the flags as text, by flag. Absent flags have an empty text. */
export const selectionOf = ({ from = '', to = '', upcoming, status = '', public: isPublicOnly }: SelectionFlags) => ({
  '--from': from,
  '--to': to,
  '--upcoming': upcoming ? 'set' : '',
  '--status': status,
  '--public': isPublicOnly ? 'set' : '',
})

/** Whether a flag selects events. */
export const isSelective = (flags: SelectionFlags): boolean =>
  Object.values(selectionOf(flags)).some((value) => value !== '')

/** Makes a function that tells whether the flags select an event; undefined if no flag selects events. */
export async function selectorOf(
  flags: SelectionFlags,
  now: number,
): Promise<((event: object) => boolean) | undefined> {
  if (!isSelective(flags)) return undefined
  const { isPublic, wallClockAt, wallClockOf } = await import('osdi-events')
  const zoneOf = flags.upcoming ? await zoneReader(flags) : undefined
  const { from = '', to, status, public: isPublicOnly } = flags
  return (event: Selectable) => {
    const { start } = wallClockOf(event)
    if (isPublicOnly && !isPublic(event)) return false
    if (status !== undefined && (event.status ?? 'confirmed') !== status) return false
    // An event without a readable start matches no date.
    if (start === undefined) return !(flags.from || flags.to || flags.upcoming)
    const earliest = zoneOf ? wallClockAt(new Date(now), zoneOf(event)) : ''
    // `to` is a whole second, and a start may have a fraction.
    return start >= from && (to === undefined || start.slice(0, to.length) <= to) && start >= earliest
  }
}

interface Selectable extends Scheduled, Publishable, Placed {
  readonly status?: string
}

/** Makes a function that looks up the time zone of an event's place. If nothing tells the zone, it is that of `--zone`, or that of this machine. */
async function zoneReader(flags: SelectionFlags) {
  const { zoneOf } = await import('osdi-events/calendar')
  const otherwise = otherZoneOf(flags)
  return (event: Selectable): string => zoneOf(event)?.zone ?? otherwise
}

const otherZoneOf = ({ zone = Intl.DateTimeFormat().resolvedOptions().timeZone }: SelectionFlags): string => zone

/** The moment when an event begins, and the zone by which it was found. */
export type Start = Pick<Instants, 'start' | 'zone'>

/** Makes a function that returns when an event begins, in the zone that `--upcoming` takes; undefined without a readable start. */
export async function startReader(flags: SelectionFlags): Promise<(event: Scheduled & Placed) => Start | undefined> {
  const { instantsOf } = await import('osdi-events/calendar')
  const zone = otherZoneOf(flags)
  return (event) => {
    try {
      return instantsOf(event, { zone })
    } catch {
      // Text of the service, such as a day in the year 0.
      return undefined
    }
  }
}

import type { Command } from 'commander'
import { flagsOf, several, text } from '../flag.ts'
import type { Version } from '../service/flags.ts'

/** Fields of an event as flags gave them. */
export interface BodyFlags {
  readonly set?: readonly string[]
  readonly identifier?: readonly string[]
  readonly clear?: readonly string[]
  readonly title?: string
  readonly name?: string
  readonly originSystem?: string
  readonly start?: string
  readonly end?: string
  readonly description?: string
  readonly instructions?: string
  readonly url?: string
}

/** A flag of its own for a field of plain text. */
export interface FieldFlag {
  readonly flag: string
  readonly help: string
  /** The field in each version that has it; one that starts with a colon carries the service's prefix. */
  readonly fields: Readonly<Partial<Record<Version, string>>>
}

/** The fields that have a flag of their own, by the name commander gives its value. */
export const fieldFlags = {
  title: { flag: '--title', help: 'title for the public', fields: { v1: 'summary', v2: 'title' } },
  originSystem: {
    flag: '--origin-system',
    help: 'where the event comes from, for people to read',
    fields: { v1: 'originating_system', v2: 'origin_system' },
  },
  name: { flag: '--name', help: "title for the organizers' own use", fields: { v2: 'name' } },
  start: {
    flag: '--start',
    help: 'start by the clock at its place, such as 2026-05-01T18:00:00',
    fields: { v1: 'start', v2: 'start_date' },
  },
  end: { flag: '--end', help: 'end by the clock at its place', fields: { v2: 'end_date' } },
  description: { flag: '--description', help: 'may hold HTML', fields: { v1: 'description', v2: 'description' } },
  instructions: {
    flag: '--instructions',
    help: 'what people see after they RSVP; may hold HTML',
    fields: { v1: ':event_instructions', v2: 'instructions' },
  },
  url: { flag: '--url', help: "address of the event's page elsewhere", fields: { v2: 'browser_url' } },
} as const satisfies Readonly<Record<string, FieldFlag>>

/** Adds the flags that say what an event's fields are to be. */
export function addBodyFlags(command: Command): void {
  const add = flagsOf(command)
  for (const { flag, help, fields } of Object.values<FieldFlag>(fieldFlags)) {
    add(`${flag} <text>`, fields.v1 === undefined ? `${help} (version 2)` : help, text)
  }
  add('--identifier <system:id>', 'an identifier of another system; may be repeated', several)
  add('--set <field=text>', 'any field by its dotted name, or field:=JSON; may be repeated', several)
}

/** Help on where the fields come from. */
export const bodyHelp = `
Without a flag for a field, standard input must be one JSON object with the fields of the version, as the service takes them.
--set takes any of them: --set location.postal_code=02134, --set 'location.address_lines:=["1 Main St"]'.`

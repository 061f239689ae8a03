import * as z from 'zod/mini'
import { InputError } from '../errors/error-classes.ts'
import { isIdentifier } from '../hal/identified.ts'
import { localTimeProblem } from '../hal/local-time.ts'
import { location } from '../read/response-schema.ts'
import { isPlainObject, present } from '../values/arguments.ts'
import { type Fields, list, memoize, onlyFields, that } from '../values/schema.ts'
import type { Kind, Members } from '../values/shape.ts'
import { checkArgument, unknownAmong } from '../values/validate.ts'
import type { FieldTable } from '../version/fields.ts'
import type { Connection } from './connection.ts'

// Makes the JSON bodies of POST and PUT from arguments. Values that JSON would change are refused.

/** The version and the prefix, which decide the fields that may be sent. */
type Rules = Pick<Connection, 'dialect' | 'reading'>

/** The body of a POST, from a copy of the event; `creator` is an address. */
export function newEventBody(rules: Rules, event: object, extra: Extra, creator: string | undefined): string {
  const links = creator === undefined ? {} : { _links: { 'osdi:creator': { href: creator } } }
  return bodyOf(rules, event, 'event', extra, links)
}

/** The body of a PUT, from a copy of the changes. */
export const changesBody = (rules: Rules, changes: object, extra: Extra): string =>
  bodyOf(rules, changes, 'changes', extra)

/**
 * Whether a second POST of this event updates the first instead of creating another event. It does so with an identifier of the caller's system. The
 * service ignores an unknown identifier with its own prefix.
 */
export function isRecognised({ dialect, reading }: Rules, event: object): boolean {
  const { identifiers } = event as { readonly identifiers?: readonly string[] }
  return dialect.createIsUpsert && !!identifiers?.some((each) => !each.startsWith(`${reading.namespace}:`))
}

function bodyOf(rules: Rules, given: object, whole: 'event' | 'changes', extra: Extra, links = {}): string {
  const { newEvent, changes, sendable } = rules.reading.schemas
  const fields = present(given)
  const schema = whole === 'event' ? newEvent : changes
  const advice = unknownAmong(sendable, `is not a field of an event in ${rules.dialect.segment}`)
  checkArgument(schema, fields, whole, (name) => whyNot(rules, name) ?? advice(name))
  checkExtra(extra, (name) => whyNot(rules, name) !== undefined)
  return JSON.stringify({ ...(fields as object), ...extra, ...links })
}

/** Why a refused field cannot be sent, if a version of the API knows it; undefined for unknown names. */
function whyNot({ dialect, reading }: Rules, name: string): string | undefined {
  if (name === '_links' || name === '_embedded')
    return 'is written by the service; use the option creator for a creator'
  const { documented } = reading.schemas
  if (documented.has(name)) return 'is set by the service and cannot be sent'
  const { segment, renamedFrom, unsupported } = dialect
  const own = `${reading.namespace}:`
  const bare = name.startsWith(own) ? name.slice(own.length) : name
  const here = Object.hasOwn(renamedFrom, bare) ? renamedFrom[bare] : undefined
  const other = here && `calls it ${documented.has(here) ? here : own + here}`
  const which = other ?? (unsupported.includes(bare) && 'has nothing like it')
  return which ? `is not a field of version ${segment.slice(1)}, which ${which}` : undefined
}

export type Extra = Readonly<Record<string, unknown>>

/** @throws InputError naming the extra field that is documented or cannot be sent */
export function checkExtra(extra: Extra, isDocumented: (name: string) => boolean): void {
  for (const [name, value] of Object.entries(extra)) {
    const field = `extra.${name}`
    if (isDocumented(name)) {
      throw InputError.of(
        field,
        'is a documented field; move it out of extra, which is for fields that this package does not know',
      )
    }
    if (!isJson(value))
      throw InputError.of(
        field,
        'is not plain JSON; use only text, finite numbers, booleans, null, arrays and plain objects',
      )
  }
}

/** Whether JSON keeps the data unchanged: no functions, dates, `NaN` or infinite numbers. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return isPlainObject(value) && Object.values(value).every(isJson)
}

// Schemas of arguments. They refuse unknown fields.

/** Text that is not blank. */
const required = memoize(() => z.string().check(that((value) => value.trim() !== '', 'must not be empty')))

/** Schemas of the kinds without parameters that can be sent. */
const scalars = memoize((): Readonly<Partial<Record<Extract<Kind, string>, z.ZodMiniType>>> => {
  const text = z.string()
  const number = z.number()
  const localTime = z.unknown().check(({ value, issues }) => {
    const message = localTimeProblem(value)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  })
  const identifier = that<string>(isIdentifier, 'is not an identifier of the form <system>:<id>')
  const identifiers = list(z.string().check(identifier))
  return { text, number, localTime, identifiers }
})

/** The schema of a value to send; `each` wraps the schema of each member of an object, to make it optional or nullable. */
function schemaToSend(kind: Kind, each: Wrap): z.ZodMiniType {
  if (typeof kind === 'string') return scalars()[kind] ?? z.never()
  if ('known' in kind) return schemaToSend('text', each)
  if ('list' in kind) return list(schemaToSend(kind.list, each))
  return 'fields' in kind ? onlyFields(membersToSend(kind.fields, each)) : z.never()
}

type Wrap = (schema: z.ZodMiniType) => z.ZodMiniType

const clearable: Wrap = (schema) => z.optional(z.nullable(schema))

const membersToSend = (members: Members, each: Wrap): Fields =>
  Object.fromEntries(Object.entries(members).map(([name, { kind }]) => [name, each(schemaToSend(kind, each))]))

/** The schemas of `create` and `update`, from the rows that may be sent. */
export function schemasToSend(table: FieldTable): {
  readonly newEvent: z.ZodMiniType
  readonly changes: z.ZodMiniType
} {
  const of = (each: Wrap, needed: Wrap) =>
    onlyFields(
      Object.fromEntries(
        Object.entries(table).map(([name, { kind, sent }]) => [
          name,
          sent === 'required' ? needed(required()) : each(schemaToSend(kind, each)),
        ]),
      ),
    )
  return { newEvent: of(z.optional, (schema) => schema), changes: of(clearable, z.optional) }
}

/** Schemas of fields that attendees share with events. */
export const newFields = memoize(() => ({
  required: required(),
  text: z.optional(schemaToSend('text', z.optional)),
  identifiers: z.optional(schemaToSend('identifiers', z.optional)),
  locationShape: membersToSend(location.fields, z.optional),
}))

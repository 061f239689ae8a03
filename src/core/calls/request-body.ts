import * as z from 'zod/mini'
import { InputError } from '../errors/error-classes.ts'
import type { NewGeoPoint, NewLocation } from '../hal/fields.ts'
import { localTimeProblem } from '../hal/local-time.ts'
import { isPlainObject, present } from '../values/arguments.ts'
import { type Fields, type FieldsOf, lazily, list, onlyFields, that } from '../values/schema.ts'
import { checkArgument, unknownAmong } from '../values/validate.ts'
import type { Connection } from './connection.ts'

// Arguments become the JSON bodies of POST and PUT. Whatever cannot be sent faithfully is refused.

/** The version and the prefix that decide what may be sent. */
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
 * Whether the service knows a second POST of this event to be the same. An identifier of the service's own that no event has is ignored,
 * and would not keep it from making another one.
 */
export function isRecognised({ dialect, reading }: Rules, event: object): boolean {
  const { identifiers } = event as { readonly identifiers?: readonly string[] }
  return dialect.createIsUpsert && !!identifiers?.some((each) => !each.startsWith(`${reading.namespace}:`))
}

function bodyOf(rules: Rules, given: object, whole: 'event' | 'changes', extra: Extra, links = {}): string {
  const { newEvent, changes, sendable } = rules.reading.schemas
  const fields = present(given)
  const schema = whole === 'event' ? newEvent : changes
  const advice = unknownAmong(sendable, `is no field of an event in ${rules.dialect.segment}`)
  checkArgument(schema, fields, whole, (name) => whyNot(rules, name) ?? advice(name))
  checkExtra(extra, (name) => whyNot(rules, name) !== undefined)
  return JSON.stringify({ ...(fields as object), ...extra, ...links })
}

/** Why a field that either version has cannot be sent; undefined for others. That it can be sent is not asked of it. */
function whyNot({ dialect, reading }: Rules, name: string): string | undefined {
  if (name === '_links' || name === '_embedded') return 'is written by the service; a creator is given as an option'
  const { documented } = reading.schemas
  if (documented.has(name)) return 'is set by the service and cannot be sent'
  const { segment, renamedFrom, unsupported } = dialect
  const own = `${reading.namespace}:`
  const bare = name.startsWith(own) ? name.slice(own.length) : name
  const here = Object.hasOwn(renamedFrom, bare) ? renamedFrom[bare] : undefined
  const other = here && `calls it ${documented.has(here) ? here : own + here}`
  const which = other ?? (unsupported.includes(bare) && 'has nothing like it')
  return which ? `is no field of version ${segment.slice(1)}, which ${which}` : undefined
}

export type Extra = Readonly<Record<string, unknown>>

/** @throws InputError naming the extra field that has a place of its own, or cannot be sent */
export function checkExtra(extra: Extra, isDocumented: (name: string) => boolean): void {
  for (const [name, value] of Object.entries(extra)) {
    const field = `extra.${name}`
    if (isDocumented(name)) {
      throw InputError.of(field, 'is a documented field; extra is for fields that this package does not know')
    }
    if (!isJson(value)) throw InputError.of(field, 'cannot be sent as JSON as it is')
  }
}

/** Whether data go through JSON unchanged: no functions, no dates, no numbers that are none. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return isPlainObject(value) && Object.values(value).every(isJson)
}

// Arguments: strict, and every refusal says why.

/** The shape `<system>:<id>` (v1 §2.1, v2 §2.1). */
export const isIdentifier = (text: string) => /^[^\s:\p{Cc}]+:[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u.test(text)

const each =
  (wrap: (field: z.ZodMiniType) => z.ZodMiniType) =>
  (shape: Fields): Fields =>
    Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, wrap(field)]))

/** The same fields, none of them required. */
export const optionalOf = each(z.optional)

/** The same fields, which are optional, for a change: null clears them. */
export const clearable = each(z.nullable)

/** Made when it is first asked for, like what responses are held to. */
export const newFields = lazily(() => {
  /** Text that must say something. */
  const required = z.string().check(that((value) => value.trim() !== '', 'must not be empty'))
  const text = z.optional(z.string())
  const localTime: z.ZodMiniType<string | undefined> = z.optional(
    z.unknown().check(({ value, issues }) => {
      const message = localTimeProblem(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value })
    }),
  ) as never
  const identifier = that<string>(isIdentifier, 'is no identifier of the form <system>:<id>')
  const identifiers = z.optional(list(z.string().check(identifier)))

  const number = z.optional(z.number())
  const geoPoint = { latitude: number, longitude: number, accuracy: text } satisfies FieldsOf<NewGeoPoint>

  const locationShape = {
    venue: text,
    address_lines: z.optional(list(z.string())),
    locality: text,
    region: text,
    postal_code: text,
    country: text,
    language: text,
    location: z.optional(onlyFields<NewGeoPoint>(geoPoint)),
  } satisfies FieldsOf<NewLocation>

  const location = z.optional(onlyFields<NewLocation>(locationShape))
  const locationChanges = z.optional(
    onlyFields({ ...clearable(locationShape), location: z.optional(z.nullable(onlyFields(clearable(geoPoint)))) }),
  )

  return { required, text, localTime, identifiers, location, locationShape, locationChanges }
})

import * as z from 'zod/mini'
import { InputError } from '../errors/error-classes.ts'
import { isIdentifier } from '../hal/identified.ts'
import { isMoment, localTimeProblem } from '../hal/local-time.ts'
import { one } from '../text/messages.ts'
import { isPlainObject, present } from '../values/arguments.ts'
import { type Fields, list, memoize, onlyFields, schemaOf, that } from '../values/schema.ts'
import type { Kind, Member, Members, Shape } from '../values/shape.ts'
import { checkArgument, unknownAmong } from '../values/validate.ts'
import type { FieldTable } from '../version/fields.ts'
import type { Writable } from '../version/resources.ts'
import type { Connection } from './connection.ts'

// Makes the JSON bodies of POST and PUT from arguments. Values that JSON would change are refused.

/** The version and the prefix, which decide the fields that may be sent. */
type Rules = Pick<Connection, 'dialect' | 'reading'>

/** A body before it becomes JSON. */
export type Body = Readonly<Record<string, unknown>>

/** The argument of a call that becomes a body. */
export interface Given {
  readonly writable: Writable
  /** A copy of the argument. */
  readonly fields: unknown
  readonly extra: Extra
  /** Address for the link that the call itself can write. */
  readonly href?: string | undefined
}

/**
 * Whether a second POST of this event updates the first instead of creating another event. It does so with an identifier of the caller's system. The
 * service ignores an unknown identifier with its own prefix.
 */
export function isRecognised({ dialect, reading }: Rules, event: object): boolean {
  const { identifiers } = event as { readonly identifiers?: readonly string[] }
  return dialect.createIsUpsert && !!identifiers?.some((each) => !each.startsWith(`${reading.namespace}:`))
}

/**
 * The body of a POST or PUT.
 *
 * @throws InputError naming the wrong field
 */
export function bodyOf(rules: Rules, { writable, fields, extra, href }: Given): Body {
  const { noun, whole, names, sendable, link, nameOf } = writable
  const given = present(fields)
  const advice = unknownAmong(names, `is not a field of ${one(noun)} in ${rules.dialect.segment}`)
  checkArgument(writable.schema(), given, whole, (name) => whyNot(rules, writable, name) ?? advice(name))
  const named = Object.entries(given as Body).map(([name, value]) => [nameOf(name), value])
  const body = { ...Object.fromEntries(named), ...(link && href !== undefined && { _links: { [link]: { href } } }) }
  const rows: Members = {
    ...sendable,
    ...(link && { _links: { kind: { fields: { [link]: { kind: 'apart' } } } } }),
  }
  return withExtra(body, extra, 'extra', (name) => memberIn(rows, name) ?? whyNot(rules, writable, name), nameOf)
}

const memberIn = (members: Members, name: string) => (Object.hasOwn(members, name) ? members[name] : undefined)

/** Why a refused field cannot be sent, if a version of the API knows it; undefined for unknown names. */
function whyNot(
  { dialect, reading }: Rules,
  { noun, fields, sendable, nameOf }: Writable,
  name: string,
): string | undefined {
  const isEvent = noun === 'event'
  if (isEvent && (name === '_links' || name === '_embedded'))
    return 'is written by the service; use the option creator for a creator'
  // The argument has this field by another name.
  if (Object.hasOwn(sendable, name)) return undefined
  if (Object.hasOwn(fields, nameOf(name))) return 'is set by the service and cannot be sent'
  const own = `${reading.namespace}:`
  const bare = name.startsWith(own) ? name.slice(own.length) : name
  const [here] = Object.entries(fields).find(([, { other }]) => other === bare) ?? []
  const isMissing = isEvent && dialect.unsupported.includes(bare)
  const which = here ? `calls it ${here}` : isMissing && 'has nothing like it'
  return which ? `is not a field of version ${dialect.segment.slice(1)}, which ${which}` : undefined
}

export type Extra = Readonly<Record<string, unknown>>

/** What the documents say of a name in `extra`: the row of a field that can be sent, a reason why the field cannot be, or nothing. */
type Documented = (name: string) => Member | string | undefined

/**
 * Adds the members of `extra` to a body, at any depth.
 *
 * @param nameOf the name in the body. @default the same
 * @throws InputError naming the member that is documented, that the call itself sends, or that cannot be sent
 */
function withExtra(
  body: Body,
  extra: Extra,
  place: string,
  documented: Documented,
  nameOf: Writable['nameOf'] = String,
): Body {
  const merged = new Map(Object.entries(body))
  for (const [given, value] of Object.entries(extra)) {
    const [name, field] = [nameOf(given), `${place}.${given}`]
    const refuse = (why: string) => InputError.of(field, why)
    const [sent, known] = [merged.get(name), documented(name)]
    const below = membersBelow(known)
    if (below && isPlainObject(value) && (sent === undefined || isPlainObject(sent))) {
      merged.set(name, withExtra(sent ?? {}, value, field, below))
    } else if (known && (sent !== undefined || !isNewList(known, value))) {
      throw refuse('is a documented field; move it out of extra, which is for fields that this package does not know')
    } else if (sent !== undefined) throw refuse('is sent by the call itself')
    else if (!isJson(value)) throw refuse(notJson)
    else merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

/** The documented members inside a field, if `extra` can add members to it. */
function membersBelow(known: ReturnType<Documented>): Documented | undefined {
  if (known === undefined) return () => undefined
  const { kind } = Object(known) as Partial<Member>
  if (kind === 'members') return () => undefined
  return isShape(kind) ? (name) => memberIn(kind.fields, name) : undefined
}

const isShape = (kind: Kind | undefined): kind is Shape => typeof kind === 'object' && 'fields' in kind

/** Whether `extra` gives a list with members that the documents do not know. */
function isNewList(known: Member | string, value: unknown): boolean {
  const { kind } = Object(known) as Partial<Member>
  const entry = typeof kind === 'object' && 'list' in kind ? kind.list : undefined
  if (!isShape(entry) || !Array.isArray(value)) return false
  return value.some((each) => isPlainObject(each) && Object.keys(each).some((name) => !memberIn(entry.fields, name)))
}

const notJson = 'is not plain JSON; use only text, finite numbers, booleans, null, arrays and plain objects'

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
  return {
    text,
    number,
    integer: number.check(that(Number.isSafeInteger, 'must be a whole number')),
    flag: z.boolean(),
    moment: text.check(that(isMoment, 'must be a date-time with a zone, such as 2026-05-01T00:00:00Z')),
    localTime,
    identifiers: list(text.check(identifier)),
    email: required().check(that((value) => /^[^\s@]+@[^\s@]+$/.test(value), 'must be an e-mail address')),
    members: schemaOf('members').check(that(isJson, notJson)),
  }
})

/** The schema of a value to send; `each` wraps the schema of each member of an object, to make it optional or nullable. */
function schemaToSend(kind: Kind, each: Wrap): z.ZodMiniType {
  if (typeof kind === 'string') return scalars()[kind] ?? z.never()
  if ('known' in kind) return required()
  if ('list' in kind) return list(schemaToSend(kind.list, each))
  return 'fields' in kind ? onlyFields(membersToSend(kind.fields, each)) : z.never()
}

type Wrap = (schema: z.ZodMiniType) => z.ZodMiniType

const clearable: Wrap = (schema) => z.optional(z.nullable(schema))

const membersToSend = (members: Members, each: Wrap, needed: Wrap = (schema) => schema): Fields =>
  Object.fromEntries(
    Object.entries(members).map(([name, { kind, sent }]) => {
      if (sent !== 'required') return [name, each(schemaToSend(kind, each))]
      return [name, needed(kind === 'text' ? required() : schemaToSend(kind, each))]
    }),
  )

/** The schema of a POST or a PUT, from the rows that may be sent. */
export const schemaOfCall = (table: FieldTable, isChange: boolean): z.ZodMiniType =>
  onlyFields(isChange ? membersToSend(table, clearable, z.optional) : membersToSend(table, z.optional))

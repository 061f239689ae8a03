import * as z from 'zod/mini'
import { InputError } from '../errors/error-classes.ts'
import { isIdentifier } from '../hal/identified.ts'
import { isMoment, localTimeProblem } from '../hal/local-time.ts'
import { one } from '../text/messages.ts'
import { isPlainObject, present } from '../values/arguments.ts'
import { type Fields, list, memoize, onlyFields, that } from '../values/schema.ts'
import type { Kind, Member, Members, Shape } from '../values/shape.ts'
import { checkArgument, notOf, unknownAmong } from '../values/validate.ts'
import type { FieldTable } from '../version/fields.ts'
import type { Writable } from '../version/resources.ts'
import type { Connection } from './connection.ts'

// Makes the JSON bodies of POST and PUT from arguments. Refuses values that JSON would change, such as `NaN`.

/** The version and the service's prefix, which decide what may be sent. */
type Rules = Pick<Connection, 'dialect' | 'reading'>

/** A body before it becomes JSON. */
export type Body = Readonly<Record<string, unknown>>

/** The argument of a call that becomes a body. */
export interface Given {
  readonly writable: Writable
  /** A copy of the argument. */
  readonly fields: unknown
  readonly extra: Extra
  /** Target of the link in the body: the creator of an event, or the person of an attendance. */
  readonly href?: string | undefined
}

/**
 * Whether the service recognises a second POST of this event, and updates the first event instead of creating another one. It does so in version 1,
 * by an identifier of another system. Identifiers with the service's own prefix do not help: the service ignores unknown ones.
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

/** Why a refused field cannot be sent. Undefined if no version of the API has a field of this name. */
function whyNot(
  { dialect, reading }: Rules,
  { noun, fields, sendable, nameOf }: Writable,
  name: string,
): string | undefined {
  const isEvent = noun === 'event'
  if (isEvent && (name === '_links' || name === '_embedded'))
    return 'is written by the service; use the option creator for a creator'
  // The field can be sent, but has another name in the argument.
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

/**
 * Looks up a name of `extra` in the spec. Returns the description of a field that can be sent, the reason why a field cannot be sent, or undefined
 * for an unknown name.
 */
type Documented = (name: string) => Member | string | undefined

/**
 * Adds the members of `extra` to a body, at any depth.
 *
 * @param nameOf maps a name of `extra` to its name in the body. @default the same name
 * @throws InputError naming a member of `extra` that is documented, that the client itself sends, or that cannot be sent
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

/** Looks up members of a field. Undefined if `extra` cannot add members to the field. */
function membersBelow(known: ReturnType<Documented>): Documented | undefined {
  if (known === undefined) return () => undefined
  const { kind } = Object(known) as Partial<Member>
  if (kind === 'members') return () => undefined
  return isShape(kind) ? (name) => memberIn(kind.fields, name) : undefined
}

const isShape = (kind: Kind | undefined): kind is Shape => typeof kind === 'object' && 'fields' in kind

/** Whether a value of `extra` is a list of objects with undocumented members. `extra` may then send the whole list. */
function isNewList(known: Member | string, value: unknown): boolean {
  const { kind } = Object(known) as Partial<Member>
  const entry = typeof kind === 'object' && 'list' in kind ? kind.list : undefined
  if (!isShape(entry) || !Array.isArray(value)) return false
  return value.some((each) => isPlainObject(each) && Object.keys(each).some((name) => !memberIn(entry.fields, name)))
}

const notJson = 'is not plain JSON; use only text, finite numbers, booleans, null, arrays and plain objects'

/** Whether JSON can express the value unchanged. It cannot express functions, dates, `NaN` and infinite numbers. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return isPlainObject(value) && Object.values(value).every(isJson)
}

// Schemas of arguments. Unlike schemas of responses, they refuse unknown fields.

/** Text that is not blank. */
const required = memoize(() => z.string().check(that((value) => value.trim() !== '', 'must not be empty')))

/** Whether a text may be a telephone number. A blank text is none: {@link withoutBlankPhones} leaves it out. */
const isPhone = (text: string) => text.trim() === '' || (text.match(/\p{Nd}/gu)?.length ?? 0) >= 7

/** Maximum number of issues to collect for one object. */
const maxIssues = 100

/** Checks the values of a form's fields. It is not known what services store for other values, such as `true`. */
const checkMembers: z.core.CheckFn<unknown> = ({ value, issues }) => {
  if (!isPlainObject(value)) {
    issues.push({ code: 'invalid_type', expected: 'object', input: value })
    return
  }
  const wrong = Object.entries(value).filter(([, each]) => typeof each !== 'string' && !Number.isFinite(each))
  for (const [name, input] of wrong.slice(0, maxIssues)) {
    const advice = typeof input === 'boolean' ? '; send the text that the form stores for it' : ''
    issues.push({ code: 'custom', message: notOf('text or a finite number', input) + advice, path: [name], input })
  }
}

/** Schemas of values to send, for the simple kinds: those whose `Kind` is a string, such as `'number'`. */
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
    phone: text.check(that(isPhone, 'must have at least seven digits')),
    members: z.unknown().check(checkMembers),
  }
})

/** The schema of a value to send. `each` makes the schema of a member optional or nullable. */
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

/** The schema of the argument of a create or a change. `table` has only fields that may be sent. */
export const schemaOfCall = (table: FieldTable, isChange: boolean): z.ZodMiniType =>
  onlyFields(isChange ? membersToSend(table, clearable, z.optional) : membersToSend(table, z.optional))

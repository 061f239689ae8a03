import * as z from 'zod/mini'
import { one, unknownAmong } from '../base/messages.ts'
import { isPlainObject } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import { foreignOf, identifiersIn } from '../hal/identified.ts'
import { parseArgument } from '../schema/parse.ts'
import type { Writable } from '../schema/resource-types.ts'
import { anything, bare, members } from '../schema/schemas.ts'
import type { ClientContext } from './client-context.ts'

// Makes the JSON bodies of POST and PUT from arguments.

/** The version and the service's prefix, which decide what may be sent. */
type Rules = Pick<ClientContext, 'dialect' | 'reading'>

/** A body before it becomes JSON. */
export type Body = Readonly<Record<string, unknown>>

/** The argument of a call that becomes a body. */
export interface Given {
  readonly writable: Writable
  readonly given: unknown
  readonly extra: Extra
  /** Target of the link in the body: the creator of an event, or the person of an attendance. */
  readonly href?: string | undefined
}

/**
 * Whether the service recognises a second POST of this event, and updates the first event instead of creating another one. It does so in version 1,
 * by an identifier of another system. Identifiers with the service's own prefix do not help: the service ignores unknown ones.
 */
export function isRecognised({ dialect, reading }: Rules, event: object): boolean {
  return dialect.createIsUpsert && foreignOf(identifiersIn(event), reading.namespace).length > 0
}

/** An argument that was read: zod's copy of it, and the body that it becomes. */
interface ReadArgument {
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: Body
}

/**
 * Reads the argument of a POST or PUT.
 *
 * @throws InputError naming the wrong field
 */
export function readArgument(rules: Rules, { writable, given, extra, href }: Given): ReadArgument {
  const { noun, whole, names, sendable, link, nameOf } = writable
  const advice = unknownAmong(names(), `is not a field of ${one(noun)} in ${rules.dialect.segment}`)
  const fields = parseArgument(writable.schema(), given, whole, (name) => whyNot(rules, writable, name) ?? advice(name))
  const named = Object.entries(fields).map(([name, value]) => [nameOf(name), value])
  const body = { ...Object.fromEntries(named), ...(link && href !== undefined && { _links: { [link]: { href } } }) }
  // The client itself writes this link.
  const links = link && z.object({ [link]: anything })
  const documented = (name: string) =>
    (name === '_links' && links) || (memberIn(sendable(), name)?.type ?? whyNot(rules, writable, name))
  return { fields, body: withExtra(body, extra, 'extra', documented, nameOf) }
}

const memberIn = <Member>(table: Readonly<Record<string, Member>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined

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
  if (Object.hasOwn(sendable(), name)) return undefined
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
 * Looks up a name of `extra` in the spec. Returns the schema of a field that can be sent, the reason why a field cannot be sent, or undefined for an
 * unknown name.
 */
type Documented = (name: string) => z.core.$ZodType | string | undefined

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
    const name = nameOf(given)
    const field = `${place}.${given}`
    const refuse = (why: string) => InputError.of(field, why)
    const sent = merged.get(name)
    const known = documented(name)
    const below = membersBelow(known)
    if (below && isPlainObject(value) && (sent === undefined || isPlainObject(sent))) {
      merged.set(name, withExtra(sent ?? {}, value, field, below))
    } else if (known && (sent !== undefined || !isNewList(known, value))) {
      throw refuse('is a documented field; move it out of extra, which is for fields that this package does not know')
    } else if (sent !== undefined) throw refuse('is sent by the call itself')
    else merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

/** Looks up members of a field. Undefined if `extra` cannot add members to the field. */
function membersBelow(known: ReturnType<Documented>): Documented | undefined {
  if (known === undefined) return () => undefined
  if (typeof known === 'string') return undefined
  const schema = bare(known)
  if (schema === (members as z.core.$ZodType)) return () => undefined
  const { def } = schema._zod
  return def.type === 'object' ? (name) => memberIn(def.shape, name) : undefined
}

/** Whether a value of `extra` is a list of objects with undocumented members. `extra` may then send the whole list. */
function isNewList(known: z.core.$ZodType | string, value: unknown): boolean {
  const list = typeof known === 'string' ? undefined : bare(known)._zod.def
  const entry = list?.type === 'array' ? bare(list.element)._zod.def : undefined
  if (entry?.type !== 'object' || !Array.isArray(value)) return false
  return value.some((each) => isPlainObject(each) && Object.keys(each).some((name) => !memberIn(entry.shape, name)))
}

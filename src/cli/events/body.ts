import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Naming } from '../fields/columns.ts'
import { Problem } from '../problem.ts'
import { type BodyFlags, type FieldFlag, fieldFlags } from './body-flags.ts'

/** The fields to send: from flags where there is one, or else from standard input. The client checks them. */
export async function bodyOf(flags: Naming & BodyFlags, signal: AbortSignal): Promise<object> {
  const body = bodyFromFlags(flags)
  return Object.keys(body).length > 0 ? body : await bodyFromInput(signal)
}

function bodyFromFlags(flags: Naming & BodyFlags): object {
  const body = {}
  for (const [name, known] of Object.entries<FieldFlag>(fieldFlags)) {
    const given: unknown = Reflect.get(flags, name)
    if (given !== undefined) put(body, fieldOf(known, flags), given)
  }
  if (flags.identifier) put(body, 'identifiers', flags.identifier)
  for (const setting of flags.set ?? []) {
    const [, field = '', json, value = ''] = /^([^=]+?)(:?)=(.*)$/s.exec(setting) ?? []
    if (field === '') throw new Problem(2, `--set: must be a field, = and its text, not ${setting}`)
    put(body, field, json ? parsed(value, `--set: what stands behind ${field}:=`) : value)
  }
  for (const field of flags.clear ?? []) put(body, field, null)
  return body
}

function fieldOf({ flag, fields }: FieldFlag, { api, namespace }: Naming): string {
  const field = fields[api]
  if (field === undefined) throw new Problem(2, `${flag}: version ${api.slice(1)} has no such field`)
  return field.startsWith(':') ? `${namespace}${field}` : field
}

/** Puts a value where its dotted name says. */
function put(body: object, name: string, value: unknown): void {
  const path = name.split('.')
  const last = path.pop() ?? name
  let place = body
  for (const part of path) {
    const below: unknown = Object.hasOwn(place, part) ? Reflect.get(place, part) : {}
    if (typeof below !== 'object' || below === null)
      throw new Problem(2, `--set: ${name} stands in what was set to a text`)
    define(place, part, below)
    place = below
  }
  define(place, last, value)
}

/** An own member whatever its name is, `__proto__` included. */
const define = (place: object, name: string, value: unknown): void => {
  Object.defineProperty(place, name, { value, enumerable: true, configurable: true, writable: true })
}

async function bodyFromInput(signal: AbortSignal): Promise<object> {
  if (process.stdin.isTTY)
    throw new Problem(2, 'no field is given: use flags such as --title, or JSON on standard input')
  const body = parsed(await inputUntil(signal), 'standard input')
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new Problem(2, 'standard input must be one JSON object')
}

/** Standard input to its end, which may never come. */
async function inputUntil(signal: AbortSignal): Promise<string> {
  try {
    return await text(addAbortSignal(signal, process.stdin))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

function parsed(json: string, what: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Problem(2, `${what} is no JSON`, { cause: error })
  }
}

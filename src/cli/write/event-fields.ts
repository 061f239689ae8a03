import { type Command, Option } from 'commander'
import { CliError } from '../run/cli-error.ts'
import { type FieldFlags, rowsOf } from '../run/field-display.ts'
import { documentedOf, type NamingFlags, prefixedName } from '../run/field-values.ts'
import { flagsOf, several, text } from '../run/flag.ts'
import type { Io } from '../run/io.ts'
import { nearestName } from '../run/nearest-name.ts'
import type { Version } from '../run/service.ts'
import { readInput } from '../run/standard-input.ts'
import { type DateOrder, readCellTime } from '../sheet/cell-time.ts'

/** The flags that set fields of an event. */
export interface BodyFlags extends FieldFlags {
  readonly set?: readonly string[]
  readonly identifier?: readonly string[]
  readonly clear?: readonly string[]
  readonly dateOrder?: DateOrder
}

/** A flag that sets one field to a text. */
export interface FieldFlag {
  readonly flag: string
  readonly help: string
  /** Name of the field in each version that has the field. The service's own prefix is put before a name that starts with a colon. */
  readonly fields: Readonly<Partial<Record<Version, string>>>
}

/** Maps flags to the fields that they set. The service's own prefix is put before a name that starts with a colon. */
const fieldsByFlag = (version: Version) =>
  new Map(
    rowsOf('events', version).flatMap(({ flag, sent, name, own }) =>
      flag !== undefined && sent ? [[flag, own ? `:${name}` : name]] : [],
    ),
  )

const [ofVersion1, ofVersion2] = [fieldsByFlag('v1'), fieldsByFlag('v2')]

const inKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The flags for single fields, by their names in camel case. Fields that a create needs come first. */
export const fieldFlags: Readonly<Record<string, FieldFlag>> = Object.fromEntries(
  ['required', 'optional'].flatMap((how) =>
    rowsOf('events', 'v2').flatMap(({ flag, help = '', sent }) => {
      if (flag === undefined || sent !== how) return []
      const [v1, v2] = [ofVersion1.get(flag), ofVersion2.get(flag)]
      const fields = { ...(v1 !== undefined && { v1 }), ...(v2 !== undefined && { v2 }) }
      return [[flag, { flag: `--${inKebabCase(flag)}`, help, fields }]]
    }),
  ),
)

/** Adds the flags that set fields of an event. */
export function addBodyFlags(command: Command): void {
  const add = flagsOf(command)
  for (const { flag, help, fields } of Object.values<FieldFlag>(fieldFlags)) {
    add(`${flag} <text>`, fields.v1 === undefined ? `${help} (version 2)` : help, text)
  }
  add('--identifier <system:id>', 'an identifier of another system; may be repeated', several)
  add('--set <field=text>', 'any field by its dotted name, or field:=JSON; may be repeated', several)
  refuseFlagsOfService(command)
}

/** Refuses flags named like a field that the service sets, such as `--status`, and says why. The help does not show them. */
function refuseFlagsOfService(command: Command): void {
  const fields = (['v1', 'v2'] as const).flatMap((version) => rowsOf('events', version))
  for (const name of new Set(fields.filter(({ sent }) => sent === undefined).map((field) => field.name))) {
    const flag = `--${inKebabCase(name).replaceAll('_', '-')}`
    if (command.options.some(({ long }) => long === flag)) continue
    const refuse = () => {
      throw new CliError(2, `${flag}: ${setByService(name)}`)
    }
    command.addOption(new Option(`${flag} <text>`).hideHelp().argParser(refuse))
  }
}

/** Paragraphs of help about the sources of the fields. */
export const bodyNotes = [
  'If no flag sets a field, standard input must be a JSON object with the fields of the event, named as in this version of the API.',
  `--set can set any of these fields: --set location.postal_code=02134 or --set 'location.address_lines:=["1 Main St"]'.`,
]

/** The fields to send: from flags if a flag sets a field, otherwise from standard input. The client checks the fields. */
export async function readFields(flags: NamingFlags & BodyFlags, io: Io): Promise<object> {
  const body = bodyFromFlags(flags)
  return Object.keys(body).length > 0 ? body : await bodyFromInput(io)
}

/** The fields that flags set; an empty object if no flag sets one. */
export function bodyFromFlags(flags: NamingFlags & BodyFlags): object {
  const body = {}
  for (const [name, known] of Object.entries<FieldFlag>(fieldFlags)) {
    const given: unknown = Reflect.get(flags, name)
    if (given === undefined) continue
    const field = fieldNameOf(known, flags)
    setMember(body, field, readText(field, given, flags, known.flag))
  }
  if (flags.identifier) setMember(body, 'identifiers', flags.identifier)
  for (const setting of flags.set ?? []) {
    const [, field = '', json, value = ''] = /^([^=]+?)(:?)=(.*)$/s.exec(setting) ?? []
    if (field === '') throw new CliError(2, `--set: must be field=text or field:=JSON, not ${setting}`)
    checkSettable(field, flags)
    const text = () => readText(field, value, flags, `--set: ${field}`)
    setMember(body, field, json ? parseJson(value, `--set: the value of ${field}`) : text())
  }
  for (const field of flags.clear ?? []) setMember(body, field, null)
  return body
}

/** The fields of an event, by their names in JSON. */
const fieldsOf = ({ api, namespace }: NamingFlags) =>
  rowsOf('events', api).map((row) => ({ ...row, name: prefixedName(row, namespace) }))

/** The value of a field for a text in a flag. A local time may be written as in a sheet, such as `2026-05-01 18:00`. */
function readText(field: string, given: unknown, flags: NamingFlags & BodyFlags, flag: string): unknown {
  const isTime = fieldsOf(flags).some(({ name, filterType }) => name === field && filterType === 'localTime')
  if (!isTime || typeof given !== 'string') return given
  const read = readCellTime(given, flags.dateOrder)
  if ('time' in read) return read.time
  throw new CliError(2, `${flag}: ${read.problem}`, { hint: read.advice })
}

/** @throws CliError if a field in `--set` is set by the service, or probably mistyped. The client refuses other unknown fields */
function checkSettable(field: string, flags: NamingFlags): void {
  const fields = fieldsOf(flags)
  const [whole = field] = field.split('.')
  const known = fields.find(({ name }) => name === whole)
  if (known && known.sent === undefined) throw new CliError(2, `--set: ${setByService(whole)}`)
  const settable = new Set(fields.filter(({ sent }) => sent !== undefined).map(({ name }) => name))
  const names = [...settable, ...documentedOf(flags).filter((name) => settable.has(name.split('.')[0] ?? ''))]
  if (names.includes(field)) return
  const near = nearestName(field, names)
  if (near === undefined) return
  throw new CliError(2, `--set: ${field} is not a field of an event in ${flags.api}`, { hint: `did you mean ${near}?` })
}

const setByService = (field: string) => `the service sets ${field}, and it cannot be sent`

/**
 * Maps the field in an error of the client to the flag that gives it. Empty if the fields come from standard input, where the user wrote the names of
 * fields.
 */
export function bodyFlagOf(flags: NamingFlags & BodyFlags): Readonly<Record<string, string>> {
  const given = Object.entries<FieldFlag>(fieldFlags).filter(([name]) => Reflect.get(flags, name) !== undefined)
  const named = given.map(([, known]) => [fieldNameOf(known, flags), known.flag])
  return Object.fromEntries(flags.identifier ? [...named, ['identifiers', '--identifier']] : named)
}

/** Like {@link bodyFlagOf}, and maps missing fields too, if the fields come from flags. */
export function missingFlagOf(flags: NamingFlags & BodyFlags): Readonly<Record<string, string>> {
  const given = bodyFlagOf(flags)
  const { set = [] } = flags
  if (set.length === 0 && Object.keys(given).length === 0) return {}
  const isSet = (field: string) => set.some((each) => each.startsWith(`${field}=`) || each.startsWith(`${field}:=`))
  const missing = Object.values<FieldFlag>(fieldFlags)
    .filter(({ fields }) => fields[flags.api] !== undefined)
    .map((known) => [fieldNameOf(known, flags), known.flag] as const)
    .filter(([field]) => !isSet(field))
  return { ...Object.fromEntries(missing), identifiers: '--identifier', ...given }
}

function fieldNameOf({ flag, fields }: FieldFlag, { api, namespace }: NamingFlags): string {
  const field = fields[api]
  if (field === undefined) throw new CliError(2, `${flag}: version ${api.slice(1)} has no such field`)
  return field.startsWith(':') ? `${namespace}${field}` : field
}

/** Sets a member by its dotted name, such as `location.venue`. */
export function setMember(body: object, name: string, value: unknown): void {
  const path = name.split('.')
  const last = path.pop() ?? name
  let parent = body
  for (const part of path) {
    const child: unknown = Object.hasOwn(parent, part) ? Reflect.get(parent, part) : {}
    if (typeof child !== 'object' || child === null)
      throw new CliError(2, `--set: ${name} is inside a field that another flag sets to text`, {
        hint: 'use one of the two',
      })
    define(parent, part, child)
    parent = child
  }
  define(parent, last, value)
}

/** Defines a property. Unlike an assignment, this also works for the name `__proto__`. */
const define = (parent: object, name: string, value: unknown): void => {
  Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true })
}

async function bodyFromInput(io: Io): Promise<object> {
  if (io.stdin.isTTY)
    throw new CliError(2, 'no field was given', { hint: 'use flags such as --title, or write JSON to standard input' })
  return parseObject(await readInput(io), 'standard input')
}

/** @throws CliError if the text is no JSON object. The message begins with `what` */
export function parseObject(json: string, what: string): object {
  const body = parseJson(json, what)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new CliError(2, `${what} must be a JSON object`)
}

function parseJson(json: string, what: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new CliError(2, `${what} is not JSON`, { cause: error })
  }
}

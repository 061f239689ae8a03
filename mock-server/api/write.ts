import type { EventFacts, LocationFacts } from '../rules/event-facts.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import { quoted } from '../text/json.ts'
import { type JsonWriter, sign } from '../text/json-writer.ts'
import type { Dialect, Field } from './dialect.ts'

/** Fields without a value, left out or shown as `null` (assumption `unset`). */
export type Unset = 'absent' | 'null'

type Plain = Record<string, unknown>

/** Copies what has a value, and shows the rest as the assumption says. */
export function present(fields: Readonly<Plain>, unset: Unset): Plain {
  const shown: Plain = {}
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value !== undefined) shown[name] = value
    else if (unset === 'null') shown[name] = null
  }
  return shown
}

/** Writes the facts of an event under a version's names, as members of a JSON object, each with a comma behind it. */
export type EventWriter = (facts: EventFacts, json: JsonWriter) => void

/** A version's writer: it writes no field that the version's tables lack (v1 §9.2). */
export function eventWriter(dialect: Dialect, unset: Unset): EventWriter {
  const columns = dialect.fields.map((field) => ({
    fact: field.fact,
    name: nameOf(field.wire),
    write: writerOf(field, unset),
  }))
  return (facts, json) => {
    for (const { fact, name, write } of columns) {
      const value = facts[fact]
      if (value === undefined && unset === 'absent') continue
      json.bytes(name)
      if (value === undefined) json.ascii('null')
      else write(value, json)
      json.sign(sign.comma)
    }
  }
}

/** The name of a member, with a colon behind it. */
const nameOf = (name: string): Bytes => utf8(`${quoted(name)}:`)

type Simple = string | number | boolean | readonly string[]
type Writer<Value> = (value: Value, json: JsonWriter) => void
type ValueOf<Fact extends keyof EventFacts> = NonNullable<EventFacts[Fact]>
/** Facts that are objects. */
type Composed = { [Fact in keyof EventFacts]: ValueOf<Fact> extends Simple ? never : Fact }[keyof EventFacts]

/** What writes each of them. */
const composed: { readonly [Fact in Composed]: (field: Field, unset: Unset) => Writer<ValueOf<Fact>> } = {
  location: (_field, unset) => locationWriter(unset),
  reminders: sameWriter,
  sponsor: sameWriter,
}

const isComposed = (fact: keyof EventFacts): fact is Composed => fact in composed

const writerOf = (field: Field, unset: Unset): Writer<unknown> =>
  (isComposed(field.fact) ? composed[field.fact](field, unset) : writeSimple) as Writer<unknown>

function writeSimple(value: Simple, json: JsonWriter): void {
  if (typeof value === 'string') json.string(value)
  else if (typeof value === 'object') writeTexts(value, json)
  else json.ascii(String(value))
}

function writeTexts(texts: readonly string[], json: JsonWriter): void {
  json.sign(sign.openList)
  for (const [at, text] of texts.entries()) {
    if (at > 0) json.sign(sign.comma)
    json.string(text)
  }
  json.sign(sign.closeList)
}

/** For what is the same object in most events: it is written again only where it is another one. */
function sameWriter({ members: names }: Field): Writer<object> {
  let last: { readonly value: object; readonly bytes: Bytes } | undefined
  return (value, json) => {
    if (value !== last?.value) last = { value, bytes: utf8(JSON.stringify(names ? renamed(value, names) : value)) }
    json.bytes(last.bytes)
  }
}

const renamed = (value: object, names: NonNullable<Field['members']>): object =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [names[name] ?? name, member]))

const part = {
  venue: nameOf('venue'),
  address_lines: nameOf('address_lines'),
  locality: nameOf('locality'),
  region: nameOf('region'),
  postal_code: nameOf('postal_code'),
  country: nameOf('country'),
  language: nameOf('language'),
  location: nameOf('location'),
}

function locationWriter(unset: Unset): Writer<LocationFacts> {
  const member = (name: Bytes, value: Simple | undefined, json: JsonWriter) => {
    if (value === undefined && unset === 'absent') return
    json.bytes(name)
    if (value === undefined) json.ascii('null')
    else writeSimple(value, json)
    json.sign(sign.comma)
  }
  return (shown, json) => {
    json.sign(sign.open)
    member(part.venue, shown.venue, json)
    member(part.address_lines, shown.address_lines, json)
    member(part.locality, shown.locality, json)
    member(part.region, shown.region, json)
    member(part.postal_code, shown.postal_code, json)
    member(part.country, shown.country, json)
    member(part.language, shown.language, json)
    json.bytes(part.location)
    json.bytes(coordinates(shown.location))
    json.sign(sign.close)
  }
}

/** The coordinates of places as they were written before: many events are in the same few. */
const coordinateBytes = new WeakMap<LocationFacts['location'], Bytes>()

function coordinates(point: LocationFacts['location']): Bytes {
  const known = coordinateBytes.get(point)
  if (known) return known
  const bytes = utf8(JSON.stringify(point))
  coordinateBytes.set(point, bytes)
  return bytes
}

import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }

/** What the placeholders of a fixture stand for; a placeholder that is a whole text may stand for any JSON value. */
export type Bindings = Readonly<Record<string, Json>>

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const address = /^https?:\/\/[^\s{}<>]+$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** The form that each placeholder's value must have when it is read off an answer. */
const forms: Readonly<Record<string, RegExp | ((value: Json) => boolean)>> = {
  '{docs_url}': address,
  '<id>': uuid,
  '<person_id>': uuid,
  '<event_campaign_id>': uuid,
  '<timestamp>': moment,
  '<person_timestamp>': moment,
  '<query>': /^(?:\?page=\d+)?$/,
  '<text>': /\S/,
  '<sponsor_url>': address,
  '<browser_url>': address,
  '<latitude>': (value) => typeof value === 'number',
  '<longitude>': (value) => typeof value === 'number',
  '<person_latitude>': (value) => typeof value === 'number',
  '<person_longitude>': (value) => typeof value === 'number',
  '<person_address_lines>': (value) => Array.isArray(value) && value.every((line) => typeof line === 'string'),
  '<person_origin>': /\S/,
  '<person_locality>': /^/,
  '<person_region>': /^(?:[A-Z]{2})?$/,
  '<person_country>': /^[A-Z]{2}$/,
  '<person_language>': /^[a-z]{2}$/,
  '<person_accuracy>': /^(?:Rooftop|Approximate)$/,
}

const words = Object.keys(forms).flatMap((name) => (name.startsWith('<') ? [name.slice(1, -1)] : []))

/** Matches every placeholder, and captures it for `split`. */
export const placeholder = new RegExp(`(\\{(?:base_url|docs_url)\\}|<(?:${words.join('|')})(?: \\d)?>)`, 'g')

/** Values for every placeholder but `{base_url}`, for tests that serve fixtures and need no real ones. */
export const samples: Bindings = {
  '{docs_url}': 'https://docs.example.org/rels',
  '<id>': '8a625981-67a4-4457-8b55-2e30b267b2c2',
  '<id 1>': '8a625981-67a4-4457-8b55-2e30b267b2c1',
  '<id 2>': '8a625981-67a4-4457-8b55-2e30b267b2c2',
  '<id 3>': '8a625981-67a4-4457-8b55-2e30b267b2c3',
  '<person_id>': '699da712-929f-11e3-a2e9-12313d316c29',
  '<event_campaign_id>': 'c945d6fe-929e-11e3-a2e9-12313d316c29',
  '<timestamp>': '2026-05-01T12:00:01Z',
  '<timestamp 1>': '2026-05-01T12:00:01Z',
  '<timestamp 2>': '2026-05-01T12:00:02Z',
  '<timestamp 3>': '2026-05-01T12:00:03Z',
  '<person_timestamp>': '2026-05-01T12:00:00Z',
  '<query>': '',
  '<text>': 'This cannot be done',
  '<sponsor_url>': 'https://events.example.org/groups/park-friends',
  '<browser_url>': 'https://events.example.org/events/tree-walk',
  '<latitude>': 38.9072,
  '<longitude>': -77.0369,
  '<person_latitude>': 38.9,
  '<person_longitude>': -77,
  '<person_address_lines>': ['1 Main Street'],
  '<person_origin>': 'Events service',
  '<person_locality>': 'Washington',
  '<person_region>': 'DC',
  '<person_country>': 'US',
  '<person_language>': 'en',
  '<person_accuracy>': 'Approximate',
}

/** Whether a value read off an answer has the form of this placeholder. */
export const fits = (name: string, value: Json): boolean => {
  const form = forms[name.replace(/ \d/, '')]
  if (form === undefined) return false
  return typeof form === 'function' ? form(value) : typeof value === 'string' && form.test(value)
}

const read = (path: string): Json =>
  JSON.parse(readFileSync(new URL(`../contract/${path}.json`, import.meta.url), 'utf8')) as Json

/** One of the answers or bodies written out from the interface documents, such as `v2/event-least`. */
export const document = (name: string): Json => read(`documents/${name}`)

/** One of the answers shaped like captured ones, such as `event-v2-nulls`. */
export const answer = (name: string): Json => read(`answers/${name}`)

const names = (text: string): string[] => text.match(placeholder) ?? []

const replace = (text: string, bindings: Bindings): Json => {
  const whole = names(text)[0] === text ? bindings[text] : undefined
  if (whole !== undefined) return whole
  return text.replace(placeholder, (name) => String(bindings[name] ?? name))
}

const substitute = (json: Json, bindings: Bindings): Json => {
  if (typeof json === 'string') return replace(json, bindings)
  if (Array.isArray(json)) return json.map((entry: Json) => substitute(entry, bindings))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, substitute(value, bindings)]))
}

/** A fixture with every placeholder replaced; one that has no value is an error. */
export const fill = (fixture: Json, bindings: Bindings): Json => {
  const filled = substitute(fixture, bindings)
  const left = names(JSON.stringify(filled))
  if (left.length > 0) throw new Error(`no value for ${left.join(', ')}`)
  return filled
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const bindText = (text: string, value: Json, bound: Record<string, Json>): void => {
  const open = names(text).filter((name) => !(name in bound))
  if (open.length === 0) return
  const keep = (name: string, found: Json) => {
    if (fits(name, found)) bound[name] = found
  }
  if (open[0] === text) {
    keep(text, value)
    return
  }
  const pattern = text
    .split(placeholder)
    .map((part) => (open.includes(part) ? '(.*)' : literal(String(bound[part] ?? part))))
  const found = new RegExp(`^${pattern.join('')}$`).exec(String(value))
  open.forEach((name, index) => {
    keep(name, found?.[index + 1] ?? null)
  })
}

const bindAll = (fixture: Json | undefined, value: Json | undefined, bound: Record<string, Json>): void => {
  if (fixture === undefined || value === undefined) return
  if (typeof fixture === 'string') {
    bindText(fixture, value, bound)
    return
  }
  if (typeof fixture !== 'object' || fixture === null || typeof value !== 'object' || value === null) return
  const given = value as Record<string, Json>
  for (const [name, member] of Object.entries(fixture)) bindAll(member, given[name], bound)
}

/**
 * Compares an answer with a fixture: the same members and the same values, in any order of members. Placeholders that
 * `known` leaves open take the answer's value where it has the placeholder's form, the same value everywhere.
 */
export const expectToMatch = (value: unknown, fixture: Json, known: Bindings): Bindings => {
  const bound: Record<string, Json> = { ...known }
  bindAll(fixture, value as Json, bound)
  expect(value).toStrictEqual(substitute(fixture, bound))
  return bound
}

import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }

/** The values of a fixture's placeholders. A placeholder that is a whole text can have any JSON value. */
export type Bindings = Readonly<Record<string, Json>>

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const address = /^https?:\/\/[^\s{}<>]+$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const anyText = /\S/
const isNumber = (value: Json) => typeof value === 'number'
const areLines = (value: Json) => Array.isArray(value) && value.every((line) => typeof line === 'string')
const site = 'https://events.example.org'

/** For each placeholder: the form that its value in a response must have, and a sample value. */
const placeholders: Readonly<Record<string, readonly [form: RegExp | ((value: Json) => boolean), sample: Json]>> = {
  '{docs_url}': [address, 'https://docs.example.org/rels'],
  '<id>': [uuid, '8a625981-67a4-4457-8b55-2e30b267b2c2'],
  '<person_id>': [uuid, '699da712-929f-11e3-a2e9-12313d316c29'],
  '<event_campaign_id>': [uuid, 'c945d6fe-929e-11e3-a2e9-12313d316c29'],
  '<timestamp>': [moment, '2026-05-01T12:00:01Z'],
  '<referrer>': [anyText, 'park-friends'],
  '<person_timestamp>': [moment, '2026-05-01T12:00:00Z'],
  '<query>': [/^(?:\?page=\d+)?$/, ''],
  '<text>': [anyText, 'This cannot be done'],
  '<sponsor_url>': [address, `${site}/groups/park-friends`],
  '<browser_url>': [address, `${site}/events/tree-walk`],
  '<latitude>': [isNumber, 38.9072],
  '<longitude>': [isNumber, -77.0369],
  '<person_latitude>': [isNumber, 38.9],
  '<person_longitude>': [isNumber, -77],
  '<person_address_lines>': [areLines, ['1 Main Street']],
  '<person_origin>': [anyText, 'Events service'],
  '<person_locality>': [/^/, 'Washington'],
  '<person_region>': [/^(?:[A-Z]{2})?$/, 'DC'],
  '<person_country>': [/^[A-Z]{2}$/, 'US'],
  '<person_language>': [/^[a-z]{2}$/, 'en'],
  '<person_accuracy>': [/^(?:Rooftop|Approximate)$/, 'Approximate'],
}

const words = Object.keys(placeholders).flatMap((name) => (name.startsWith('<') ? [name.slice(1, -1)] : []))

/** Matches every placeholder, and captures it for `split`. */
export const placeholder = new RegExp(`(\\{(?:base_url|docs_url)\\}|<(?:${words.join('|')})(?: \\d)?>)`, 'g')

/** Values for every placeholder except `{base_url}`, for tests that serve fixtures and do not need real values. */
export const samples: Bindings = {
  ...Object.fromEntries(Object.entries(placeholders).map(([name, [, sample]]) => [name, sample])),
  ...Object.fromEntries([1, 2, 3].map((number) => [`<id ${number}>`, `8a625981-67a4-4457-8b55-2e30b267b2c${number}`])),
  ...Object.fromEntries(
    [1, 2].map((number) => [`<person_id ${number}>`, `699da712-929f-11e3-a2e9-12313d316c2${number}`]),
  ),
  ...Object.fromEntries([1, 2, 3].map((number) => [`<timestamp ${number}>`, `2026-05-01T12:00:0${number}Z`])),
}

/** Whether a value from a response has the form of this placeholder. */
export const fits = (name: string, value: Json): boolean => {
  const [form] = placeholders[name.replace(/ \d/, '')] ?? []
  if (form === undefined) return false
  return typeof form === 'function' ? form(value) : typeof value === 'string' && form.test(value)
}

const read = (path: string): Json =>
  JSON.parse(readFileSync(new URL(`../contract/${path}.json`, import.meta.url), 'utf8')) as Json

/** A response or a body from the documents of the API, such as `v2/event-least`. */
export const document = (name: string): Json => read(`documents/${name}`)

/** A response in the shape of captured responses, such as `event-v2-nulls`. */
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

/** A fixture with every placeholder replaced. Throws for a placeholder without a value. */
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
 * Compares a response with a fixture: members and values must be the same, in any order of members. A placeholder that is not in `known`
 * takes the response's value, if that has the placeholder's form. The value must be the same everywhere.
 */
export const expectToMatch = (value: unknown, fixture: Json, known: Bindings): Bindings => {
  const bound: Record<string, Json> = { ...known }
  bindAll(fixture, value as Json, bound)
  expect(value).toStrictEqual(substitute(fixture, bound))
  return bound
}

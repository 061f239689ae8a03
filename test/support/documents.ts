import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type Bindings, fits, type Json, placeholder } from './placeholders.ts'

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

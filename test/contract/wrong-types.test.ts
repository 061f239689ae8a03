import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { document } from '../support/documents.ts'
import { failureOf } from '../support/failure.ts'
import { served } from '../support/raw-server.ts'
import { base, clientOver, json } from '../support/scripted-fetch.ts'
import { versions } from '../support/versions.ts'

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value of another JSON type than the documented one. */
const wrongFor = (value: unknown) => (isMembers(value) || Array.isArray(value) ? 'text' : { not: 'this' })

/** Copies of an object with one member of a wrong type, for each member at each level, and the path of the member. */
function* spoilt(value: Members, path = ''): Generator<[string, Members]> {
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`
    yield [at, { ...value, [name]: wrongFor(member) }]
    if (!isMembers(member)) continue
    for (const [below, other] of spoilt(member, at)) yield [below, { ...value, [name]: other }]
  }
}

for (const { version } of versions) {
  for (const name of ['event-all-fields', 'event-user-interface']) {
    const fixture: unknown = JSON.parse(served(document(`${version}/${name}`), { server: base }))
    const cases = isMembers(fixture) ? [...spoilt(fixture)] : []

    test(`get throws SchemaError for ${name} of ${version} with a wrong type in any member (${version} §2.1a)`, async () => {
      expect(cases.length).toBeGreaterThan(40)
      for (const [field, event] of cases) {
        const error = await failureOf(() => clientOver(version, [json(event)]).client.get('e1'))
        expect(error.code, field).toBe('schema')
        expect(error.message).toContain(field)
      }
    })
  }
}

/** Values that fit and values that do not fit each kind of field, by the tables of the documents. */
const kinds: Readonly<Record<string, readonly [fits: readonly unknown[], not: readonly unknown[]]>> = {
  text: [
    ['', 'x'],
    [7, true, [], {}],
  ],
  'a whole number': [
    [0, -7, 2 ** 53 - 1],
    [7.5, 2 ** 53, '7', true],
  ],
  'a number': [
    [0, -7.5, 1e300],
    ['7', true, []],
  ],
  'yes or no': [
    [true, false],
    ['true', 1, {}],
  ],
  texts: [
    [[], ['a:1', 'b:2']],
    ['a:1', [7], ['a:1', null], {}],
  ],
  'an object': [
    [{}, { unheard_of: 7 }],
    ['x', 7, []],
  ],
}

/** Fields of both versions by their kinds; a required field cannot be null. */
const table: Readonly<Record<string, readonly (readonly [field: string, isRequired?: boolean])[]>> = {
  text: [['title', true], ['created', true], ['description'], ['start'], ['status'], ['location.postal_code']],
  'a whole number': [['total_accepted']],
  'a number': [['location.location.latitude']],
  'yes or no': [['guests']],
  texts: [['identifiers', true], ['location.address_lines']],
  'an object': [['_links', true], ['location'], ['location.location'], ['platform:sponsor']],
}

/** An event with this value at this path. */
const having = (event: Members, [name = '', ...below]: readonly string[], value: unknown): Members => {
  const inner = isMembers(event[name]) ? event[name] : {}
  return { ...event, [name]: below.length === 0 ? value : having(inner, below, value) }
}

for (const { version, names } of versions) {
  const wire: Readonly<Record<string, string>> = { ...names, guests: names.notEditable }
  const verdict = async (field: string, value: unknown) => {
    const event = having(eventOf(version), (wire[field] ?? field).split('.'), value)
    return clientOver(version, [json(event)])
      .client.get('e1')
      .then(
        (got) => JSON.stringify(got) === JSON.stringify(event),
        ({ code }: { readonly code: string }) => code,
      )
  }

  test(`get of ${version} accepts the kinds of values that the spec allows in a field, and refuses all other kinds (${version} §2.1a)`, async () => {
    for (const [kind, [fits, not]] of Object.entries(kinds)) {
      for (const [field, isRequired = false] of table[kind] ?? []) {
        const links = { self: { href: 'x' } }
        for (const value of fits)
          expect(await verdict(field, field === '_links' ? links : value), `${field}: ${value}`).toBe(true)
        for (const value of isRequired ? [...not, null] : not)
          expect(await verdict(field, value), `${field}: ${value}`).toBe('schema')
        if (!isRequired) expect(await verdict(field, null), `${field}: null`).toBe(true)
      }
    }
  })
}

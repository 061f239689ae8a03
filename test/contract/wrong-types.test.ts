import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { failureOf } from '../support/failure.ts'
import { served } from '../support/raw-answers.ts'
import { base, clientOver, json } from '../support/scripted-fetch.ts'
import { versions } from '../support/versions.ts'

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value of another JSON type than the documented one. */
const wrongFor = (value: unknown) => (isMembers(value) || Array.isArray(value) ? 'text' : { not: 'this' })

/** The same object with one member of a wrong type, for each member at each level, and where that stands. */
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

    test(`each member of ${name} has its documented type, or there is no event (${version} §2.1a)`, async () => {
      expect(cases.length).toBeGreaterThan(40)
      for (const [field, event] of cases) {
        const error = await failureOf(() => clientOver(version, [json(event)]).client.get('e1'))
        expect(error.code, field).toBe('schema')
        expect(error.message).toContain(field)
      }
    })
  }
}

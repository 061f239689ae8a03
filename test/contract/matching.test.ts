import { expect, test } from 'vitest'
import { document, expectToMatch, fill } from '../support/documents.ts'
import { type Json, samples } from '../support/placeholders.ts'

const known = { '{base_url}': 'https://events.example.org' }
const fixture = document('v1/event-all-fields')
const answer = fill(fixture, { ...samples, ...known })
const changed = (members: Readonly<Record<string, Json>>): Json => ({ ...(answer as object), ...members })

test('an answer that is the fixture with values for its placeholders matches, in any order of members', () => {
  const reversed = Object.fromEntries(Object.entries(answer as object).reverse())
  expect(expectToMatch(reversed, fixture, known)).toMatchObject({ '<id>': samples['<id>'] })
})

test('an answer with a member more, a member less or another value does not match', () => {
  const { summary: _gone, ...less } = answer as Record<string, Json>
  for (const other of [changed({ title: 'Picnic' }), less, changed({ summary: 'Other' }), changed({ url: null })]) {
    expect(() => expectToMatch(other, fixture, known)).toThrow()
  }
})

test('a placeholder means the same everywhere and has its form', () => {
  const later = changed({ modified_at: '2026-05-01T12:00:09Z' })
  const formless = changed({ created_at: 'today', modified_at: 'today' })
  const otherId = changed({ identifiers: ['platform:8a625981-67a4-4457-8b55-000000000000', 'calendar:picnic-2026'] })
  for (const other of [later, formless, otherId]) expect(() => expectToMatch(other, fixture, known)).toThrow()
  expect(() => expectToMatch(answer, fixture, { ...known, '<person_id>': 'somebody-else' })).toThrow()
})

test('a fixture cannot be filled while a placeholder has no value', () => {
  expect(() => fill(fixture, known)).toThrow('no value for')
})

import { expect, test } from 'vitest'
import { valueAt } from '../../src/cli/fields/value-at.ts'

const event = {
  title: 'Picnic',
  identifiers: ['platform:1', 'calendar:7'],
  location: { locality: 'Boston', location: { latitude: 42.3 } },
  'a.b:sponsor': { title: 'Park friends' },
  'a.b': 'whole',
  capacity: null,
}

test.for([
  ['title', 'Picnic'],
  ['identifiers.1', 'calendar:7'],
  ['location.location.latitude', 42.3],
  ['a.b', 'whole'],
  ['a.b:sponsor.title', 'Park friends'],
  ['capacity', null],
] as const)('%s is found', ([name, value]) => {
  expect(valueAt(event, name)).toBe(value)
})

test.for([
  'nothing',
  'title.length',
  'capacity.x',
  'identifiers.2',
  'toString',
  '__proto__',
  'location.',
  '.title',
  '',
])('%j is not there', (name) => {
  expect(valueAt(event, name)).toBeUndefined()
})

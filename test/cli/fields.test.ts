import { expect, test } from 'vitest'
import { columnsOf, valueAt } from '../../src/cli/run/field-values.ts'

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
] as const)('--fields prints %s of an event', ([name, value]) => {
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
])('--fields prints no value for %j, which is not a path to a value', (name) => {
  expect(valueAt(event, name)).toBeUndefined()
})

const ofPlace = [
  ...['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country', 'language'],
  ...['location.latitude', 'location.longitude', 'location.accuracy'],
].map((name) => `location.${name}`)

test.for([
  [
    'v1',
    [
      ...['identifiers', 'originating_system', 'created_at', 'modified_at', 'summary', 'description', 'url', 'start'],
      ...['total_accepted', 'status', 'transparence', 'visibility', 'guestsCanInviteOthers', 'reminders'],
      ...['own:event_instructions', 'own:event_campaign_id', 'own:sponsor.summary', 'own:sponsor.url'],
    ],
  ],
  [
    'v2',
    [
      ...['identifiers', 'origin_system', 'created_date', 'modified_date', 'name', 'title', 'description'],
      ...['instructions', 'browser_url', 'featured_image_url', 'start_date', 'end_date', 'total_accepted', 'status'],
      ...['transparence', 'visibility', 'guests_can_invite_others', 'capacity', 'reminders', 'own:event_campaign_id'],
      ...['tag_list', 'own:hidden', 'own:sponsor.title', 'own:sponsor.browser_url'],
    ],
  ],
] as const)('the CSV of %s without --fields has a column for every field of the spec', ([api, names]) => {
  expect([...columnsOf({ api, namespace: 'own' })].sort()).toEqual([...names, ...ofPlace].sort())
})

import { expect, test } from 'vitest'
import type { Field } from '../../explorer/components/form.tsx'
import {
  daysLater,
  formatCount,
  formatDate,
  formatDuration,
  formatInstant,
  formatLocal,
  literal,
  searchOf,
} from '../../explorer/components/text.ts'
import { changesOf } from '../../explorer/data/changes.ts'
import { isLabelled, visibleWeeks } from '../../explorer/data/weeks.tsx'
import { hrefOf, listOf } from '../../explorer/state/route.ts'

test('numbers, times and texts read as people write them', () => {
  expect([formatCount(1, 'event'), formatCount(2000, 'match', 'matches')]).toEqual(['1 event', '2,000 matches'])
  expect([0.4, 9.6, 37.4, 999.6, 1000, 1549].map(formatDuration)).toEqual([
    ...['0.4 ms', '9.6 ms', '37 ms', '1000 ms', '1 s', '1.5 s'],
  ])
  expect([formatDate('2026-05-04'), formatDate('tomorrow')]).toEqual(['4 May 2026', 'tomorrow'])
  expect([daysLater('2026-12-28', 6), daysLater('x', 6)]).toEqual(['2027-01-03', 'x'])
  expect(formatInstant(Date.UTC(2026, 4, 1, 12))).toBe('2026-05-01 12:00:00')
  expect(['2026-05-04T12:00:00', '2026-05-04T12:00Z', 'soon'].map(formatLocal)).toEqual([
    ...['2026-05-04 12:00', '2026-05-04T12:00Z', 'soon'],
  ])
  expect([searchOf('/a?b=?c'), searchOf('/a')]).toEqual(['?b=?c', ''])
  expect(literal('a\u2028b\u2029')).toBe('"a\\u2028b\\u2029"')
})

test('a form sends the changed fields only: an emptied field is cleared, a number is a number, and parts stay together', () => {
  const fields: readonly Field[] = [
    { name: 'title', label: '', value: 'Fair' },
    { name: 'description', label: '', value: 'Long' },
    { name: 'capacity', label: '', type: 'number' },
    { name: 'location.venue', label: '', value: 'Lawn' },
    { name: 'location.locality', label: '', value: 'Chicago' },
    { name: 'location.region', label: '', value: 'IL' },
  ]
  const same = Object.fromEntries(fields.map(({ name, value = '' }) => [name, value]))
  expect(changesOf(fields, same)).toEqual({})
  const values = {
    ...same,
    title: '',
    description: '',
    capacity: '12',
    'location.venue': 'Hall',
    'location.region': '',
  }
  expect(changesOf(fields, values)).toEqual({
    ...{ title: '', description: null, capacity: 12 },
    location: { venue: 'Hall', region: '' },
  })
})

test('an address leaves out what is empty, and another service shows the list of a record', () => {
  expect(hrefOf(['data', 'a/b ?'], { search: 'x y', sort: '', from: undefined })).toBe('#/data/a%2Fb%20%3F?search=x+y')
  const lists = ['', '#/', '#/requests?search=a', '#/requests/7?search=a', '#/data', '#/data/people?search=a'].map(
    listOf,
  )
  expect(lists).toEqual(['', '#/', '#/requests?search=a', '#/requests', '#/data', '#/data/people?search=a'])
  expect(['#/data/events/1', '#/data/mail/1/html?kind=a', '#/faults?a=1'].map(listOf)).toEqual([
    ...['#/data/events', '#/data/mail', '#/faults?a=1'],
  ])
})

test('the chart of weeks has each week, also one without events, and begins near today if there are too many', () => {
  const counted = (start: string) => ({ start, events: 1, rsvps: 2 })
  const weeks = visibleWeeks([counted('2026-05-04'), counted('2026-05-18')], '2026-05-01')
  expect(weeks).toEqual([counted('2026-05-04'), { start: '2026-05-11', events: 0, rsvps: 0 }, counted('2026-05-18')])
  const long = visibleWeeks(
    ['1969-12-29', '2026-03-02', '2026-03-09', '2026-05-04', '2030-01-07'].map(counted),
    '2026-05-01',
  )
  expect([long.length, long[0]?.start]).toEqual([53, '2026-03-09'])
  const labelled = Array.from({ length: 12 }, (_, index) => index).filter((index) => isLabelled(12, index))
  expect(labelled).toEqual([0, 2, 4, 6, 8, 10])
})

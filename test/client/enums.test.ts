import {
  accuracies,
  isKnownAccuracy,
  isKnownReminderMethod,
  isKnownStatus,
  isKnownTransparence,
  isKnownVisibility,
  reminderMethods,
  statuses,
  transparences,
  visibilities,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'

const enums = {
  status: [statuses, isKnownStatus, ['confirmed', 'tentative', 'cancelled']],
  transparence: [transparences, isKnownTransparence, ['opaque', 'transparent']],
  visibility: [visibilities, isKnownVisibility, ['public', 'private']],
  'reminders.method': [reminderMethods, isKnownReminderMethod, ['email', 'sms']],
  'location.accuracy': [accuracies, isKnownAccuracy, ['Rooftop', 'Approximate']],
} as const

for (const [name, [constants, isKnown, documented]] of Object.entries(enums)) {
  test(`the constants and the guard of ${name} know the documented values alone (v1 §2.1a, v2 §2.1a)`, () => {
    expect(constants).toEqual(documented)
    for (const value of documented) expect(isKnown(value), value).toBe(true)
    const others = Object.values(enums).flatMap(([, , values]) => [...values])
    const foreign = others.filter((value) => !(documented as readonly string[]).includes(value))
    for (const value of [...foreign, '', documented[0].toUpperCase(), null, undefined, 0, [documented[0]]]) {
      expect(isKnown(value), String(value)).toBe(false)
    }
  })
}

test('every enum of an event is open to values that a service may add (v2 §3)', async () => {
  const event = eventOf('v2', 'e1', {
    status: 'postponed',
    transparence: 'hazy',
    visibility: 'unlisted',
    reminders: [{ method: 'pigeon', minutes: 5 }],
    location: { location: { accuracy: 'Parcel' } },
  })
  const { client } = clientOver('v2', [json(event)])
  expect(await client.get('e1')).toStrictEqual(event)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsFrom } from '../../mock-server/ids/ids.ts'
import { EventRecords } from '../../mock-server/memory/event-records.ts'
import { Recent } from '../../mock-server/memory/recent.ts'
import { Shared } from '../../mock-server/memory/shared.ts'
import { TextIndex } from '../../mock-server/memory/text-index.ts'
import type { EventContent, EventRecord, EventSettings, LocationRecord } from '../../mock-server/model.ts'
import { eventRecord } from '../../mock-server/service/record.ts'
import type { Place, PlaceQuery } from '../../mock-server/types.ts'
import { cloneSteps, played } from '../support/clones.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud83d', '\u0000', '🚲', 'the same', 'x'.repeat(3000)),
)
const optional = fc.option(text, { nil: undefined })

const query: fc.Arbitrary<PlaceQuery> = fc
  .record({ venue: text, locality: text, address_lines: fc.array(text, { maxLength: 1 }) }, { requiredKeys: [] })
  .map(({ address_lines, ...parts }) =>
    Object.freeze({ ...parts, ...(address_lines && { address_lines: Object.freeze(address_lines) }) }),
  )
const place: fc.Arbitrary<Place> = fc
  .record({
    region: text,
    country: fc.constant('US'),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    accuracy: fc.constantFrom('Rooftop', 'Approximate'),
    timeZone: fc.constant('Europe/Berlin'),
  })
  .map((made) => Object.freeze({ ...made, latitude: made.latitude + 0, longitude: made.longitude + 0 }))
const location: fc.Arbitrary<LocationRecord> = fc
  .record({ sent: query, place, country: text })
  .map(({ sent, place, country }) => ({ sent, place, country }))

const content: fc.Arbitrary<EventContent> = fc
  .record({
    texts: fc.tuple(text, text),
    options: fc.tuple(...Array(6).fill(optional)),
    foreign: fc.array(text, { maxLength: 3 }),
    location,
  })
  .map(({ texts: [title, origin_system], options, foreign, location }) => {
    const [name, description, instructions, browser_url, start, end] = options as (string | undefined)[]
    return { title, origin_system, name, description, instructions, browser_url, start, end, foreign, location }
  })
const settings: fc.Arbitrary<EventSettings> = fc.record({
  via: fc.constantFrom('api', 'ui'),
  campaign: optional,
  creator: text,
  explicitCreator: fc.boolean(),
  featured_image_url: optional,
  capacity: fc.option(fc.maxSafeNat(), { nil: undefined }),
  hidden: fc.boolean(),
  visibility: fc.constantFrom('public', 'private'),
  status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
})
const instant = fc.integer({ min: Date.UTC(-9000), max: Date.UTC(9999) })

const change = fc.oneof(
  fc.record({ do: fc.constant('add' as const), settings, content, created: instant, token: text }),
  fc.record({ do: fc.constant('replace' as const), at: fc.nat(), content, modified: instant }),
  fc.record({ do: fc.constant('attend' as const), at: fc.nat(), modified: instant }),
  fc.record({ do: fc.constant('look' as const), at: fc.nat() }),
)

const ids = idsFrom('records', 'uuid')
/** Of which all but the last few have to give way. */
const crowded = () => new EventRecords(ids, new Recent(4))

test('events come back with every member as it was, however many others were asked for since, and clones stay apart', () => {
  const property = fc.property(cloneSteps(change, 120), (steps) => {
    const all = played(
      { thing: crowded(), model: [] as EventRecord[] },
      steps,
      (events) => events.slice(),
      ({ thing, model }, change) => {
        if (change.do === 'add') {
          const key = { token: change.token, owner: 'group:1', group: '1', person: '2' } as const
          const make = (id: string, serial: number) =>
            eventRecord(id, serial, key, change.created, change.settings, change.content)
          const event = thing.add(make)
          expect([event.id, event.serial]).toEqual([ids.idOf('event', model.length), model.length])
          model.push(event)
        } else if (model.length > 0) {
          const at = change.at % model.length
          const event = thing.at(at)
          expect(event).toStrictEqual(model[at])
          if (!event || change.do === 'look') return
          const { modified } = change
          if (change.do === 'replace') {
            model[at] = { ...event, content: change.content, modified }
            thing.replace(model[at])
          } else {
            model[at] = { ...event, modified, accepted: event.accepted + 1 }
            thing.replaceAttended(model[at])
          }
          expect(thing.at(at)).toBe(model[at])
        }
      },
    )
    for (const { thing, model } of all) {
      expect(thing.size).toBe(model.length)
      expect([...thing.values()]).toStrictEqual(model)
      for (const [serial, event] of model.entries()) {
        const found = thing.at(serial)
        expect(found).toStrictEqual(event)
        // As JSON too: it says whether the members stand in the same order.
        expect(JSON.stringify(found)).toBe(JSON.stringify(event))
        expect(thing.get(event.id)).toStrictEqual(found)
        const { sent, place } = found?.content.location ?? {}
        expect([sent, sent?.address_lines ?? sent, place].map((part) => Object.isFrozen(part))).toEqual([
          true,
          true,
          true,
        ])
      }
      expect(thing.at(model.length)).toBeUndefined()
    }
  })
  fc.assert(property, { numRuns: 60 })
})

/** An event of a title, everything else being nothing in particular. */
const titled = (title: string) => (id: string, serial: number) =>
  eventRecord(
    id,
    serial,
    { token: 'key', owner: 'group:1', group: '1', person: '2' },
    0,
    {
      via: 'api',
      campaign: undefined,
      creator: '2',
      explicitCreator: false,
      featured_image_url: undefined,
      capacity: undefined,
      hidden: false,
      visibility: 'public',
      status: 'confirmed',
    },
    {
      title,
      origin_system: 'System',
      name: undefined,
      description: undefined,
      instructions: undefined,
      browser_url: undefined,
      start: undefined,
      end: undefined,
      foreign: [`titles:${title}`],
      location: {
        sent: {},
        country: 'US',
        place: { region: '', country: 'US', latitude: 0, longitude: 0, accuracy: 'Rooftop', timeZone: 'UTC' },
      },
    },
  )

test('thousands of events that were asked for twice stay the very same, and of any number those asked for last', () => {
  const few = new EventRecords(ids)
  const added = Array.from({ length: 4096 }, (_, number) => few.add(titled(`${number}`)))
  const once = added.map(({ serial }) => few.at(serial))
  const made = added.map(({ serial }) => few.at(serial))
  expect([once, made]).toStrictEqual([added, added])
  expect(once.filter((event, serial) => made[serial] === event)).toEqual([])
  expect(made.filter((event, serial) => few.at(serial) !== event)).toEqual([])
  const clone = few.clone()
  expect(made.filter((event, serial) => clone.at(serial) !== event)).toEqual([])
  const { serial } = few.add(titled('one more'))
  few.at(serial)
  expect(few.at(0)).toBe(made[0])
  for (const _time of [1, 2]) few.at(serial)
  for (const _time of [1, 2]) expect(few.at(0)).not.toBe(made[0])
  expect(few.at(0)).toStrictEqual(made[0])
  expect(few.at(0)).toBe(few.at(0))
  expect(clone.at(0)).toBe(made[0])
})

test('what many have is kept once, up to some thousands and where it is not long, and is itself again', () => {
  const shared = new Shared()
  const place = { city: 'Boston' }
  const standing = [shared.text('US'), shared.object(place), shared.text('US'), shared.object(place)]
  expect(standing).toEqual([0, 1, 0, 1])
  expect(standing.map((one) => shared.value(one))).toEqual(['US', place, 'US', place])
  const equal = { city: 'Boston' }
  expect(shared.value(shared.object(equal))).toBe(equal)
  const long = 'x'.repeat(2001)
  expect([shared.text(long), shared.value<string>(long)]).toEqual([long, long])
  for (let number = 0; number < 9000; number += 1)
    expect(shared.value<string>(shared.text(`${number}`))).toBe(`${number}`)
  expect(shared.text('too late')).toBe('too late')
  const late = { city: 'too late' }
  expect(shared.object(late)).toBe(late)
  expect(shared.text('US')).toBe(0)
})

test('things are found by their texts, those of the same hash told apart, and clones stay apart', () => {
  const texts = [
    '',
    'a',
    '\ud800',
    'büro@example.org',
    ...Array.from({ length: 5000 }, (_, number) => `calendar:${number}`),
  ]
  const index = new TextIndex()
  for (const [serial, text] of texts.entries()) index.add(text, serial)
  const find = (one: TextIndex, text: string) => one.find(text, (serial) => texts[serial] === text)
  for (const [serial, text] of texts.entries()) expect(find(index, text)).toBe(serial)
  expect(find(index, 'nobody')).toBeUndefined()
  // As if they all had one hash: each candidate is asked, in order.
  for (const serial of [7, 3, 5]) index.add('same', serial)
  const asked: number[] = []
  index.find('same', (serial) => asked.push(serial) > 99)
  expect(asked).toEqual([3, 5, 7])
  const clone = index.clone()
  clone.delete('a', 1)
  index.delete('same', 3)
  expect([find(clone, 'a'), find(index, 'a')]).toEqual([undefined, 1])
  expect([clone.find('same', () => true), index.find('same', () => true)]).toEqual([3, 5])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventRecord } from '../../mock-server/rules/events.ts'
import { idsFrom } from '../../mock-server/store/ids.ts'
import { toArray } from '../../mock-server/store/lists.ts'
import type { EventContent, EventRecord, EventSettings, KeyRecord } from '../../mock-server/store/model.ts'
import { Store } from '../../mock-server/store/store.ts'

const content = { title: 'Picnic', foreign: [] } as Partial<EventContent> as EventContent
const settings = { via: 'ui', creator: 'nobody', campaign: undefined } as Partial<EventSettings> as EventSettings
const keys: readonly KeyRecord[] = ['one', 'other'].map((token) => ({
  token,
  owner: `group:${token}`,
  group: token,
  person: '',
}))

const time = fc.nat(20)
const step = fc.oneof(
  fc.record({ do: fc.constant('add'), key: fc.constantFrom(...keys), time }),
  fc.record({ do: fc.constantFrom('change', 'remove', 'attend', 'decline'), event: fc.nat(200), time }),
  fc.record({ do: fc.constantFrom('clone', 'back') }),
)

const scoping = { scope: 'owner', campaignEvents: 'of the owner' } as const

test('the store lists events by last change and attendances by creation after any operations, and a clone is independent', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), time, time, (steps, from, to) => {
      let store = new Store(idsFrom('seed', 'uuid'), scoping)
      const person = store.addPerson(
        (id, serial) => ({ id, serial, email_addresses: [{ address: 'a@example.org' }] }) as never,
      )
      let events: readonly EventRecord[] = []
      let kept = { store: store.clone(), events }
      const replace = (changed: EventRecord) => {
        events = events.map((event) => (event.id === changed.id ? changed : event))
      }
      for (const step of steps) {
        if ('key' in step)
          events = [...events, store.addEvent((id, at) => eventRecord(id, at, step.key, step.time, settings, content))]
        else if (step.do === 'clone') kept = { store: store.clone(), events }
        else if (step.do === 'back') [store, events] = [kept.store.clone(), kept.events]
        const event = 'event' in step ? events[step.event % (events.length || 1)] : undefined
        if (!event || !('event' in step)) continue
        const changed = { ...event, modified: step.time }
        if (step.do === 'change') store.replaceEvent(changed)
        const given = { created: step.time, modified: step.time, status: 'accepted' } as const
        if (step.do === 'attend') store.addAttendance(event, person, given, step.time)
        const answered = store.firstAttendance(event, person)
        if (step.do === 'decline') {
          if (!answered) continue
          store.replaceAttendance(event, { ...answered, status: 'declined', modified: step.time }, event.modified)
          const before = answered.status === 'accepted' ? 1 : 0
          replace({ ...event, accepted: event.accepted - before })
          continue
        }
        if (step.do === 'remove') store.removeEvent(event)
        if (step.do === 'remove') events = events.filter(({ id }) => id !== event.id)
        else replace(step.do === 'attend' ? { ...changed, accepted: event.accepted + 1 } : changed)
      }
      for (const key of keys) {
        const own = events.filter(({ owner }) => owner === key.owner)
        const scope = { owner: key.owner, key: key.token }
        const list = store.eventsOf(key.owner)
        expect(list.slice(0, list.length)).toEqual(own)
        expect(list.slice(2, to)).toEqual(own.slice(2, to))
        const changed = own.filter(({ modified }) => modified >= from && modified < to)
        const sorted = changed.toSorted((one, other) => one.modified - other.modified || one.serial - other.serial)
        expect(store.modifiedBetween(scope, from, to)).toEqual(sorted)
      }
      for (const event of events) {
        const all = toArray(store.attendancesOf(event))
        expect(all.filter(({ status }) => status === 'accepted')).toHaveLength(event.accepted)
        expect(all).toEqual(all.toSorted((one, other) => one.serial - other.serial))
      }
    }),
  )
})

import {
  type AnyEventsError,
  type AttendanceReference,
  type AttendanceV1,
  type AttendanceV2,
  type CampaignReference,
  type CreatorReference,
  type EventCampaignV1,
  type EventCampaignV2,
  type EventReference,
  type EventSource,
  EventsV1,
  EventsV2,
  type EventV1,
  type EventV2,
  type NewAttendee,
  type Pager,
  type PageV2,
  type PersonReference,
  type PersonV1,
  type PersonV2,
  type ResourcePage,
  type Roster,
} from 'osdi-events'
import { expectTypeOf, test } from 'vitest'

const options = {
  baseUrl: 'https://events.example.org',
  apiKey: 'a-key-of-the-service',
  namespace: 'platform',
} as const
const one = new EventsV1(options)
const two = new EventsV2(options)

test('attendances yields RSVPs without people, and entries with people: true', async () => {
  expectTypeOf(two.attendances('e1')).toEqualTypeOf<
    Pager<AttendanceV2<'platform'>, ResourcePage<'osdi:attendances' | 'osdi:attendance', AttendanceV2<'platform'>>>
  >()
  for await (const rsvp of two.attendances('e1', { people: false, max: 5 }))
    expectTypeOf(rsvp).toEqualTypeOf<AttendanceV2<'platform'>>()
  for await (const entry of two.attendances('e1', { people: true, filter: { status: 'accepted' } })) {
    expectTypeOf(entry.rsvp).toEqualTypeOf<AttendanceV2<'platform'>>()
    expectTypeOf(entry.person).toEqualTypeOf<PersonV2 | undefined>()
    expectTypeOf(entry.error).toEqualTypeOf<AnyEventsError | undefined>()
    if (entry.error) expectTypeOf(entry.person).toEqualTypeOf<undefined>()
    else expectTypeOf(entry.person).toEqualTypeOf<PersonV2>()
  }
  const { items } = await one.attendances('e1', { people: true }).toArray({ max: 5 })
  expectTypeOf(items[0]?.person).toEqualTypeOf<PersonV1 | undefined>()
  expectTypeOf(items[0]?.rsvp).toEqualTypeOf<AttendanceV1<'platform'> | undefined>()
  // @ts-expect-error pages have RSVPs alone
  two.attendances('e1', { people: true }).pages()
  // @ts-expect-error an option of attendances alone
  two.list({ people: true })
})

test('custom fields of a new RSVP are text or numbers', () => {
  const record = (custom_fields: NonNullable<NewAttendee['custom_fields']>) =>
    two.recordAttendance('e1', { person: { identifiers: ['form:1'], custom_fields } })
  record({ diet: 'vegan', guests: 2, age: undefined })
  // @ts-expect-error send the text that the form stores
  record({ news: true })
  // @ts-expect-error nothing to clear
  record({ diet: null })
  // @ts-expect-error a list
  record({ days: ['Sat'] })
  // @ts-expect-error an object
  record({ shirt: { size: 'M' } })
  // @ts-expect-error in version 1 too
  one.recordAttendance('e1', { person: { identifiers: ['form:1'], custom_fields: { news: true } } })
  two.recordAttendance('e1', {
    // @ts-expect-error in a literal
    person: { identifiers: ['form:1'], custom_fields: { news: true } },
  })
})

test('person takes RSVPs, events, people, ids and links; attendances takes events and people', async () => {
  const event = {} as EventV2<'platform'>
  const person = await two.person(event)
  expectTypeOf(person).toEqualTypeOf<PersonV2>()
  expectTypeOf(await one.person('p1')).toEqualTypeOf<PersonV1>()
  two.person({} as AttendanceV2)
  two.person({ href: 'https://events.example.org/api/v2/people/p1' })
  two.attendances(person)
  two.attendances(event)
  // @ts-expect-error a number is no person
  two.person(5)
  // @ts-expect-error an RSVP has no RSVPs
  two.attendances({ status: 5 })
  const people = { people: Math.random() < 0.5 }
  expectTypeOf(two.attendances(event, people)).toEqualTypeOf<
    | Pager<AttendanceV2<'platform'>, ResourcePage<'osdi:attendances' | 'osdi:attendance', AttendanceV2<'platform'>>>
    | Roster<AttendanceV2<'platform'>, PersonV2>
  >()
  for await (const each of one.attendances('e1', people)) expectTypeOf(each).not.toBeAny()
})

test('a method that takes a reference does not take a resource of another kind', () => {
  const [event, rsvp, person, campaign, page] = {} as [EventV2, AttendanceV2, PersonV2, EventCampaignV2, PageV2]
  const [event1, rsvp1, person1, campaign1] = {} as [EventV1, AttendanceV1, PersonV1, EventCampaignV1]
  two.get(rsvp)
  one.get(rsvp1)
  two.get({ href: 'x' })
  two.updateAttendance(rsvp, {})
  two.attendance(event, rsvp)
  two.create({ title: 'A', origin_system: 'B' }, { creator: person, campaign })
  expectTypeOf<PersonV1 | PersonV2 | EventCampaignV1 | EventCampaignV2 | PageV2>().not.toExtend<EventSource>()
  expectTypeOf<AttendanceReference>().not.toBeAny()
  expectTypeOf(event).not.toExtend<AttendanceReference>()
  expectTypeOf(event1).not.toExtend<AttendanceReference>()
  expectTypeOf(person).not.toExtend<AttendanceReference>()
  expectTypeOf(person1).not.toExtend<AttendanceReference>()
  expectTypeOf(campaign).not.toExtend<AttendanceReference>()
  expectTypeOf(campaign1).not.toExtend<AttendanceReference>()
  expectTypeOf(page).not.toExtend<AttendanceReference>()
  expectTypeOf(rsvp).not.toExtend<EventReference>()
  expectTypeOf(rsvp1).not.toExtend<EventReference>()
  expectTypeOf(person).not.toExtend<EventReference>()
  expectTypeOf(campaign).not.toExtend<EventReference>()
  expectTypeOf(event).not.toExtend<CampaignReference>()
  expectTypeOf(event1).not.toExtend<CampaignReference>()
  expectTypeOf(rsvp).not.toExtend<CampaignReference>()
  expectTypeOf(rsvp1).not.toExtend<CampaignReference>()
  expectTypeOf(person).not.toExtend<CampaignReference>()
  expectTypeOf(person1).not.toExtend<CampaignReference>()
  expectTypeOf(page).not.toExtend<CampaignReference>()
  expectTypeOf(event).not.toExtend<CreatorReference>()
  expectTypeOf(rsvp).not.toExtend<CreatorReference>()
  expectTypeOf(rsvp1).not.toExtend<CreatorReference>()
  expectTypeOf(campaign).not.toExtend<CreatorReference>()
  expectTypeOf(campaign1).not.toExtend<CreatorReference>()
  expectTypeOf(page).not.toExtend<CreatorReference>()
  expectTypeOf(campaign).not.toExtend<PersonReference>()
  expectTypeOf(campaign1).not.toExtend<PersonReference>()
  expectTypeOf(page).not.toExtend<PersonReference>()
  // @ts-expect-error an event is no RSVP
  two.attendance(event, event)
  // @ts-expect-error an event is no RSVP
  one.updateAttendance(event1, {})
  // @ts-expect-error an RSVP is no event
  two.update(rsvp, {})
  // @ts-expect-error a person is no event
  two.recordAttendance(person, { person: 'p1' })
})

test('people filters by fields of its version and by contacts', () => {
  expectTypeOf(two.people()).toEqualTypeOf<Pager<PersonV2, ResourcePage<'osdi:people', PersonV2>>>()
  two.people({ filter: { email_address: 'x', phone_number: null, region: 'DC', postal_code: '1', identifier: 'a:1' } })
  two.people({ filter: { modified_date: { gt: new Date() }, given_name: 'Ada' } })
  one.people({ filter: { modified_at: { gt: '2026-05-01T00:00:00Z' } } })
  // @ts-expect-error the name of the other version
  one.people({ filter: { modified_date: { gt: '2026-05-01T00:00:00Z' } } })
  // @ts-expect-error a list is no single value
  two.people({ filter: { email_addresses: 'x' } })
  // @ts-expect-error contacts are equal or not
  two.people({ filter: { postal_code: { gt: '1' } } })
  // @ts-expect-error people are in no campaign
  two.people({ campaign: 'c1' })
})

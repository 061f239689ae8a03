import {
  type AttendanceStatus,
  actionNetwork,
  createMockService,
  type MockServiceOptions,
  type MockState,
} from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, createdBy, hrefsOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const statuses = ['accepted', 'declined', 'tentative', 'needs action'] as const satisfies readonly AttendanceStatus[]

/** An event of the group, and RSVPs to it over HTTP. */
const open = async (version: 'v1' | 'v2', { assumptions, ...options }: MockServiceOptions = {}) => {
  const kept = { attendanceStatus: 'kept', attendancePerson: 'when recorded', ...assumptions } as const
  const world = worldOf(version, { ...options, assumptions: kept })
  const event = await world.create(createdBy(world.personHref(world.administrator)))
  const [address = ''] = hrefsOf(event, names[version].attendances)
  const send = (body: unknown) => world.send('POST', address, body)
  const record = async (body: unknown): Promise<Resource> => {
    const { status, body: recorded } = await send(body)
    expect([status, recorded.error]).toEqual([200, undefined])
    return recorded
  }
  const total = async () => (await world.read(event)).total_accepted
  const linked = (person: { readonly id: string }) => ({
    _links: { 'osdi:person': { href: world.personHref(person) } },
  })
  return { ...world, event, address, send, record, total, linked }
}

const mailed = (address: string, more: object = {}) => ({ person: { email_addresses: [{ address }], ...more } })

test.for(versions)(
  'an RSVP with any status is counted in total_accepted, and adds its event to service.targeting and its person to the mailing list: %s (v1 §1.2, v2 §1.3)',
  async (version) => {
    const { service, key, event, record, total, administrator } = await open(version)
    for (const status of statuses) {
      const recorded = await record({ ...mailed(`${status.replace(' ', '-')}@example.org`), status })
      expect(recorded.status).toBe(status)
    }
    expect(await total()).toBe(4)
    expect(service.targeting(key)).toMatchObject([{ id: idOf(event), people: { length: 4 } }])
    expect(service.mailingList(administrator)).toHaveLength(4)
  },
)

test('total_accepted counts each person once with the preset actionNetwork, and only accepted RSVPs with the assumption totalAccepted "accepted"', () => {
  const totals = ([actionNetwork, { assumptions: { totalAccepted: 'accepted' } }] as const).map((options) => {
    const service = createMockService(options)
    const { id } = service.addEvent({ title: 'Walk' })
    const person = service.addPerson()
    for (const status of statuses) service.attend(id, 1, { status })
    for (const status of ['accepted', 'declined'] as const) service.attend(id, person, { status })
    return service.updateEvent(id, {}).total_accepted
  })
  expect(totals).toEqual([5, 1])
})

test.for(versions)('a second RSVP of a person updates the status and the time of the first: %s', async (version) => {
  const { service, record, total, linked, member, address, follow, event, read } = await open(version)
  const { created, modified } = names[version]
  const before = await read(event)
  const first = await record({ ...linked(member), status: 'tentative' })
  const second = await record(linked(member))
  expect(second).toEqual({ ...first, status: 'accepted', [modified]: second[modified] })
  expect([first[modified], second[created]]).toEqual([first[created], first[created]])
  expect(String(second[modified]) > String(first[modified])).toBe(true)
  expect(await total()).toBe(1)
  // A repeated RSVP with the same status changes nothing.
  const now = service.clock.now()
  expect(await record({ ...linked(member), status: 'accepted' })).toEqual(second)
  expect(service.clock.now()).toEqual(now)
  const third = await record({ ...linked(member), status: 'declined' })
  expect(third.identifiers).toEqual(first.identifiers)
  expect(await total()).toBe(1)
  expect(await follow(address)).toMatchObject({ total_records: 1 })
  expect((await read(event))[modified]).toBe(before[modified])
})

test.for(versions)(
  'with the assumption modified "moves", a new status of an RSVP changes modified_date of its event: %s',
  async (version) => {
    const { service, event, read, member } = await open(version, { assumptions: { modified: 'moves' } })
    for (const status of ['accepted', 'declined'] as const) {
      const moment = service.clock.now().getTime()
      service.attend(idOf(event), member, { status })
      expect(Date.parse(String((await read(event))[names[version].modified]))).toBe(moment)
    }
  },
)

test('only accepted RSVPs get an autoresponse and a reminder (v2 §2.3)', () => {
  const { service, key, stranger, member, organizer } = worldOf('v2')
  const start_date = '2026-05-20T12:00:00'
  const { id } = service.addEvent({ title: 'Walk', start_date }, { key })
  const sent = () => service.outbox.map(({ kind, person }) => [kind, person])
  service.attend(id, stranger, { status: 'declined' })
  service.attend(id, member)
  service.attend(id, organizer, { status: 'needs action' })
  expect(sent()).toEqual([['autoresponse', member.id]])
  service.attend(id, member, { status: 'tentative' })
  service.attend(id, organizer, { status: 'accepted' })
  service.clock.advance('P30D')
  expect(sent().slice(1)).toEqual(['autoresponse', 'reminder'].map((kind) => [kind, organizer.id]))
})

test.for(versions)(
  'an RSVP stores all given fields of a new person, with primary entries first: %s',
  async (version) => {
    const { record, follow, total } = await open(version)
    const entries = (...given: object[]) => given.map((entry, at) => ({ ...entry, primary: at === 1 }))
    const described = {
      ...{ given_name: 'Rosa', family_name: 'Lee', languages_spoken: ['es', 'en'] },
      email_addresses: entries({ address: 'old@example.org' }, { address: ' rosa@example.org ' }),
      phone_numbers: entries({ number: '+1 1' }, { number: '+1 2', number_type: 'Mobile' }),
      postal_addresses: entries(
        { country: 'US' },
        { locality: 'Nowhere', country: 'ca', address_lines: ['1 Main', '2'] },
      ),
      identifiers: ['calendar:rosa', 'calendar:rosa'],
    }
    const recorded = await record({ person: described })
    expect(recorded.person).toEqual({
      ...{ given_name: 'Rosa', family_name: 'Lee', languages_spoken: ['es', 'en'] },
      email_addresses: [
        { primary: true, address: 'rosa@example.org', status: 'subscribed' },
        { primary: false, address: 'old@example.org', status: 'subscribed' },
      ],
      phone_numbers: [
        { primary: true, number: '12', number_type: 'Mobile', status: 'unsubscribed' },
        { primary: false, number: '11', number_type: 'Mobile', status: 'unsubscribed' },
      ],
      postal_addresses: [
        expect.objectContaining({ primary: true, address_lines: ['1 Main'], locality: 'Nowhere', country: 'CA' }),
        expect.objectContaining({ primary: false, country: 'US', postal_code: '' }),
      ],
    })
    const [href = ''] = hrefsOf(recorded, 'osdi:person')
    const person = await follow(href)
    expect(person.identifiers).toEqual([`platform:${idOf(person)}`, 'calendar:rosa'])
    expect(recorded['platform:person_id']).toBe(idOf(person))
    // A known person is found by the address in any case, and is updated.
    const again = await record(mailed('ROSA@Example.org', { given_name: 'Rose', phone_numbers: [{ number: '3' }] }))
    expect(again).toMatchObject({ identifiers: recorded.identifiers, 'platform:person_id': idOf(person) })
    expect(again.person).toMatchObject({
      given_name: 'Rose',
      family_name: 'Lee',
      email_addresses: [{ address: 'ROSA@Example.org' }, { address: 'old@example.org' }],
      phone_numbers: [{ number: '3' }, { number: '12' }, { number: '11' }],
    })
    expect(await total()).toBe(1)
  },
)

test.for(versions)(
  'an RSVP with only an e-mail address shows a person with empty texts and lists: %s',
  async (version) => {
    const { record } = await open(version)
    const { person } = await record(mailed('a@example.org'))
    expect(person).toMatchObject({ given_name: '', family_name: '', phone_numbers: [], languages_spoken: [] })
  },
)

const invalid: readonly (readonly [field: string, body: object])[] = [
  ['status', { ...mailed('a@example.org'), status: 'maybe' }],
  ['status', { ...mailed('a@example.org'), status: null }],
  ['add_tags', { ...mailed('a@example.org'), add_tags: 'x' }],
  ['person.given_name', mailed('a@example.org', { given_name: 5 })],
  ['person.family_name', mailed('a@example.org', { family_name: null })],
  ['person.phone_numbers', mailed('a@example.org', { phone_numbers: '+1' })],
  ['person.phone_numbers', mailed('a@example.org', { phone_numbers: [{ number: 1 }, 'x'] })],
  ['person.postal_addresses', mailed('a@example.org', { postal_addresses: ['Main Street'] })],
  ['person.postal_addresses.postal_code', mailed('a@example.org', { postal_addresses: [{ postal_code: 20009 }] })],
  ['person.languages_spoken', mailed('a@example.org', { languages_spoken: [1] })],
  ['person.identifiers', mailed('a@example.org', { identifiers: ['x', 'platform:1'] })],
  ['person.email_addresses', { person: { email_addresses: [{ address: 'x' }, { address: 'a@example.org' }] } }],
  ['person.nickname', mailed('a@example.org', { nickname: 'Al' })],
]

test.for(versions)(
  'an invalid optional field of an RSVP is ignored, or is refused with the assumption invalidOptional 400: %s',
  async (version) => {
    for (const [field, body] of invalid) {
      const forgiving = await open(version)
      const recorded = await forgiving.record(body)
      expect(recorded.status).toBe('accepted')
      expect(recorded.person).toMatchObject({ given_name: '', phone_numbers: [], languages_spoken: [] })
      const strict = await open(version, { assumptions: { invalidOptional: 400 } })
      const people = strict.service.snapshot().toJSON().people.length
      const { status, body: refusal } = await strict.send(body)
      expect([status, refusal.error]).toEqual([400, `${field}: is not valid`])
      expect([await strict.total(), strict.service.snapshot().toJSON().people.length]).toEqual([0, people])
    }
  },
)

test.for(versions)('an RSVP without an e-mail address is refused with the name of the field: %s', async (version) => {
  for (const invalidBody of [400, 422] as const) {
    const { send, service } = await open(version, { assumptions: { invalidBody } })
    const now = service.clock.now()
    for (const body of [{}, { person: 5 }, { person: [] }, mailed('nobody'), { person: { email_addresses: {} } }]) {
      const { status, body: refusal } = await send(body)
      expect([status, refusal.error]).toEqual([invalidBody, expect.stringMatching(/^person\.email_addresses: /)])
    }
    expect(service.clock.now()).toEqual(now)
  }
})

test.for(versions)(
  "an RSVP cannot link another owner's person, and the e-mail address of that person makes a new person: %s",
  async (version) => {
    const { service, send, record, linked, individualKey, account, stranger } = await open(version)
    const others = callerOf(service, individualKey, version)
    const walk = await others.create()
    service.attend(idOf(walk), stranger)
    for (const person of [account, stranger]) {
      const { status, body } = await send(linked(person))
      expect([status, body.error]).toEqual([400, '_links.osdi:person: is not a person'])
    }
    const recorded = await record(mailed(stranger.email_address))
    expect(recorded['platform:person_id']).not.toBe(stranger.id)
    expect(recorded.person).toMatchObject({ given_name: '' })
  },
)

test('service.attend takes each status, and refuses an unknown status or option by name', () => {
  const { service, key, member } = worldOf('v2')
  const { id } = service.addEvent({ title: 'Walk' }, { key })
  const [attendance] = service.attend(id, member, { status: 'declined' })
  expect(attendance).toMatchObject({ event: id, person: member.id, status: 'declined' })
  expect(attendance?.modified_date).toBe(attendance?.created_date)
  const wrong = (options: object) => () => service.attend(id, 1, options)
  expect(wrong({ status: 'maybe' })).toThrow(expect.objectContaining({ code: 'argument', field: 'options.status' }))
  expect(wrong({ state: 'declined' })).toThrow(expect.objectContaining({ field: 'options.state' }))
})

test('snapshot and restore keep the status, times and people of RSVPs, and RSVPs of a state of version 1 are accepted', async () => {
  const { service, event, record, linked, member, key, address } = await open('v2')
  await record(mailed('rosa@example.org', { languages_spoken: ['es'], identifiers: ['a:1'] }))
  await record(linked(member))
  await record({ ...linked(member), status: 'declined' })
  const state = JSON.parse(JSON.stringify(service.snapshot())) as MockState
  const shown = async (of: typeof service) => {
    const { follow, read } = callerOf(of, key, 'v2')
    const page = await follow(address)
    return [page, await read(event), await Promise.all(hrefsOf(page, 'osdi:attendance').map(follow))]
  }
  const other = createMockService({ assumptions: { attendancePerson: 'when recorded' } })
  other.restore(state)
  expect(await shown(other)).toEqual(await shown(service))
  expect(JSON.stringify(other.snapshot())).toBe(JSON.stringify(service.snapshot()))
  const answer = async (body: object) => (await callerOf(other, key, 'v2').send('POST', address, body)).body
  expect((await answer(mailed('rosa@example.org'))).person).toMatchObject({ languages_spoken: ['es'] })

  const damaged = (change: object) => () =>
    other.restore({ ...state, attendances: state.attendances.map((one) => ({ ...one, ...change })) } as MockState)
  const refusal = (field: string) => expect.objectContaining({ code: 'state', field })
  expect(damaged({ status: 'maybe' })).toThrow(refusal('attendances[0].status'))
  expect(damaged({ modified: '2020-01-01T00:00:00Z' })).toThrow(refusal('attendances[0].modified'))
})

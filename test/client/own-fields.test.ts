import { EventsV1, EventsV2, isPublic, ownOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json } from '../support/scripted-fetch.ts'
import { apiKey } from '../support/versions.ts'

const untyped = (value: unknown) => value as never
const namespaces = ['platform', 'action_network', 'acme']

/** A service with this namespace, and its clients. */
function serviceOf(namespace: string) {
  const service = createMockService({ namespace, events: 3 })
  const options = { baseUrl: service.baseUrl, fetch: service.fetch, apiKey: service.seeded.group.token, namespace }
  return { service, one: new EventsV1(options), two: new EventsV2(options) }
}

test.for(namespaces)(
  'ownOf returns the fields with the prefix %s under their names without the prefix',
  async (namespace) => {
    const { service, one, two } = serviceOf(namespace)
    const campaign = service.addCampaign({ title: 'Summer', key: service.seeded.group })
    const { id } = service.addEvent({ title: 'Picnic', instructions: 'Ring twice', campaign: campaign.id })
    const event = await two.get(id)
    const wire: Readonly<Record<string, unknown>> = { ...event }

    expect(ownOf(event)).toStrictEqual({
      event_campaign_id: campaign.id,
      hidden: false,
      sponsor: wire[`${namespace}:sponsor`],
    })
    expect(ownOf(event).sponsor?.title).toBeTypeOf('string')
    const old = ownOf(await one.get(id))
    expect(old).toMatchObject({ event_campaign_id: campaign.id, event_instructions: 'Ring twice' })
    expect(old.sponsor?.summary).toBe(ownOf(event).sponsor?.title)
  },
)

test.for(namespaces)('ownOf reads RSVPs with the prefix %s', async (namespace) => {
  const { service, one, two } = serviceOf(namespace)
  const { id } = service.addEvent({ title: 'Picnic' })
  service.attend(id, 1)
  for (const list of [one.attendances(id), two.attendances(id)]) {
    const [rsvp] = (await list.toArray({ max: 1 })).items
    expect(ownOf(rsvp ?? {}).event_id).toBe(id)
    expect(ownOf(rsvp ?? {}).person_id).toMatch(/^[\da-f-]{36}$/)
  }
})

const network = { title: 'Picnic', 'action_network:hidden': true, 'osdi:note': 'x', 'acme:x': 1, status: 'confirmed' }

test('ownOf reads a copy by the namespace that is passed', () => {
  expect(ownOf(network, 'action_network')).toStrictEqual({ hidden: true })
  expect(ownOf(network, 'acme')).toStrictEqual({ x: 1 })
  expect(ownOf(network, 'platform')).toStrictEqual({})
})

test('ownOf reads a copy without a namespace by the prefix platform, as idOf does', () => {
  expect(ownOf(eventOf('v2', 'e1', { 'platform:hidden': true }))).toStrictEqual({ hidden: true })
  expect(ownOf({ ...network, 'platform:hidden': false })).toStrictEqual({ hidden: false })
  expect(ownOf({ title: 'Picnic', 'osdi:note': 'x' })).toStrictEqual({})
  expect(ownOf({})).toStrictEqual({})
})

test('ownOf refuses a copy whose fields have only other prefixes, and names these prefixes', async () => {
  expect(await failureOf(() => ownOf(network))).toMatchObject({
    code: 'input',
    field: 'namespace',
    message: "namespace: name the service's prefix, 'action_network' or 'acme'; a copy does not remember it",
  })
  const one = await failureOf(() => ownOf(JSON.parse('{"action_network:person_id":"p1"}')))
  expect(one.message).toContain("prefix, 'action_network'; a copy")
  const hostile = Object.fromEntries([...'abcdefgh'].map((prefix) => [`${prefix}${'x'.repeat(999)}:a`, 1]))
  expect((await failureOf(() => ownOf(hostile))).message.length).toBeLessThan(400)
})

test('ownOf refuses a value that is not a resource', async () => {
  const promise = untyped(Promise.resolve(eventOf('v2')))
  for (const value of [undefined, null, 'e1', 7, [], [eventOf('v2')], promise]) {
    expect(await failureOf(() => ownOf(untyped(value)))).toMatchObject({ code: 'input', field: 'resource' })
  }
  expect((await failureOf(() => ownOf(promise))).message).toContain('await it first')
  expect(await failureOf(() => ownOf(network, untyped(7)))).toMatchObject({ code: 'input', field: 'namespace' })
  expect(await failureOf(() => ownOf(network, ''))).toMatchObject({ code: 'input', field: 'namespace' })
})

test('ownOf returns a field named __proto__ as a plain field', () => {
  const own = ownOf(JSON.parse('{"platform:__proto__":{"hidden":true},"platform:":1}'))
  expect(Object.keys(own)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(own)).toBe(Object.prototype)
  expect(own).not.toHaveProperty('hidden')
})

test.for(['v1', 'v2'] as const)('isPublic reads visibility and hidden of %s', async (version) => {
  const answer = (more: object) => clientOver(version, [json(eventOf(version, 'e1', more))]).client.get('e1')
  expect(isPublic(await answer({}))).toBe(true)
  expect(isPublic(await answer({ visibility: 'public', 'platform:hidden': false }))).toBe(true)
  expect(isPublic(await answer({ visibility: null, 'platform:hidden': null }))).toBe(true)
  expect(isPublic(await answer({ visibility: 'private' }))).toBe(false)
  expect(isPublic(await answer({ visibility: 'public', 'platform:hidden': true }))).toBe(false)
  expect(isPublic(await answer({ 'acme:hidden': true, 'platform:hidden': false }))).toBe(false)
})

test('isPublic is false for a hidden event and its copies, with every namespace of the client', async () => {
  const event = eventOf('v2', 'e1', { visibility: 'public', 'action_network:hidden': true })
  const { fetch } = { fetch: async () => Response.json(event) }
  for (const namespace of [undefined, 'platform', 'action_network']) {
    const got = await new EventsV2({ baseUrl: base, apiKey, fetch, namespace }).get('e1')
    const copies = [got, { ...got }, structuredClone(got), JSON.parse(JSON.stringify(got)), Object.create(got)]
    expect(copies.map((copy) => isPublic(copy))).toEqual([false, false, false, false, false])
    expect(isPublic(untyped({ ...got, 'action_network:hidden': false }))).toBe(true)
  }
})

test('isPublic is false when hidden is true as text or number, or without a prefix', () => {
  for (const hidden of [true, 'true', 'TRUE ', 1, '1', 'yes', {}, []]) {
    expect(isPublic(untyped({ title: 'Picnic', 'platform:hidden': hidden })), String(hidden)).toBe(false)
    expect(isPublic(untyped({ title: 'Picnic', hidden })), String(hidden)).toBe(false)
  }
  for (const hidden of [false, 'false', ' False', 0, '0', '', null, undefined])
    expect(isPublic(untyped({ title: 'Picnic', 'platform:hidden': hidden })), String(hidden)).toBe(true)
  expect(isPublic(untyped({ title: 'Picnic', 'platform:hidden_fields': true, unhidden: true }))).toBe(true)
})

test('isPublic is false for an event with a visibility other than public', () => {
  for (const visibility of ['public', 'Public', ' public ', '', undefined, null])
    expect(isPublic({ visibility }), String(visibility)).toBe(true)
  for (const visibility of ['private', 'PRIVATE', 'members', true, 1, ['public']])
    expect(isPublic({ visibility }), String(visibility)).toBe(false)
})

test('isPublic is true for a cancelled or tentative event, and false while the event awaits approval', () => {
  for (const status of ['confirmed', 'tentative', 'cancelled', 'postponed', null])
    expect(isPublic({ status })).toBe(true)
  expect(isPublic({ status: 'pending_approval' })).toBe(false)
})

test('isPublic is false for a value that is not an event', async () => {
  for (const value of [null, undefined, '', 'e1', 0, 1, true, [], [{}]]) expect(isPublic(untyped(value))).toBe(false)
  expect([null, { title: 'Picnic' }, { title: 'Board', visibility: 'private' }].filter(isPublic)).toHaveLength(1)
  const promise = await failureOf(() => isPublic(untyped(Promise.resolve({}))))
  expect(promise).toMatchObject({ code: 'input', field: 'event', message: 'event: is a promise; await it first' })
})

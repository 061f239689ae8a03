import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json } from '../support/scripted-fetch.ts'
import { v2 } from '../support/versions.ts'

const shapes = "creator: must be a person's id, address or link"
const slash = 'creator: must not hold a slash, "?", "#", "%", white space or control characters'

const { least } = v2

const people = address('v2', 'people/')
const notOurs = `creator: is no person of this service; their addresses begin with ${people}`
const other = 'v1'

const creatorSent = async (creator: unknown, options: object = {}) => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))], options)
  await client.create(least, { creator })
  return JSON.parse(requests[0]?.body ?? '') as object
}

test('a creator is an id, an address, a link, or a person, and is sent as an address (v2 §4h)', async () => {
  const creators = [
    'p1',
    'platform:p1',
    `${people}p1`,
    `HTTPS://Events.Example.ORG:443/api/v2/people/p1#part`,
    { href: `${people}p1` },
    { href: `${people}p1`, title: 'Ada' },
    { identifiers: ['calendar:7', 'platform:p1'] },
    { _links: { self: { href: `${people}p1` } } },
  ]
  for (const creator of creators) {
    const _links = { 'osdi:creator': { href: `${people}p1` } }
    expect(await creatorSent(creator), JSON.stringify(creator)).toEqual({ ...least, _links })
  }
})

test('a person is read under the namespace of the client (v2 §4h)', async () => {
  const person = { identifiers: ['platform:p1', 'action_network:p2'] }
  const sent = await creatorSent(person, { namespace: 'action_network' })
  expect(sent).toMatchObject({ _links: { 'osdi:creator': { href: `${people}p2` } } })
})

test('without a creator the client sends no links (v2 §4h)', async () => {
  expect(await creatorSent(undefined)).toEqual(least)
})

const wrong: readonly (readonly [unknown, string])[] = [
  ['', 'creator: must not be empty'],
  ['..', 'creator: must not be a dot segment'],
  ['a/b', slash],
  ['/people/p1', slash],
  [null, shapes],
  [5, shapes],
  [true, shapes],
  [{}, `${shapes}; this object has no identifier of one`],
  [[], `${shapes}; this object has no identifier of one`],
  [{ identifiers: ['platform:a/b'] }, `${shapes}; this object has no identifier of one`],
  [{ href: 5 }, 'creator: is a link without an address'],
  [{ href: 'p1' }, notOurs],
  [{ href: `${people}{id}`, templated: true }, 'creator: is a template; fill it in first'],
  [eventOf('v2'), 'creator: is an event, and no person'],
  [{ identifiers: ['platform:x'], title: 'Picnic' }, 'creator: is an event, and no person'],
  [{ href: undefined }, 'creator: is a link without an address'],
  [people, notOurs],
  [`${people}p1/attendances`, notOurs],
  [address('v2', 'events/e1'), notOurs],
  [address(other, 'people/p1'), notOurs],
  [`${base}/people/p1`, notOurs],
  ['https://elsewhere.example.org/people/p1', notOurs],
  [`https://user@events.example.org/api/v2/people/p1`, notOurs],
  ['https://[nowhere', notOurs],
]
for (const [creator, message] of wrong) {
  test(`the creator ${JSON.stringify(creator)} is refused by the client, which says why (v2 §4h)`, async () => {
    const { client, requests } = clientOver('v2', [])
    const error = await failureOf(() => client.create(least, { creator }))
    expect(error).toMatchObject({ code: 'input', field: 'creator', message })
    expect(requests).toHaveLength(0)
  })
}

test('update takes no creator: nobody can change it (v2 §4h)', async () => {
  const { client } = clientOver('v2', [])
  const error = await failureOf(() => client.update('e1', {}, { creator: 'p1' }))
  expect(error).toMatchObject({
    field: 'creator',
    message: expect.stringMatching(/^creator: is no option here; there are /),
  })
})

import { idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'

const next = address('v2', 'events?page=2')
const idsOf = (results: readonly IteratorResult<object, unknown>[]) =>
  results.map(({ done, value }) => (done ? 'done' : idOf(value as object)))

test('a next that is a template is a LinkError, after the events of its page', async () => {
  const page = pageOf('v2', ['e1'])
  const links = { ...(page._links as object), next: { href: `${next}{&x}`, templated: true } }
  const { client, requests } = clientOver('v2', [json({ ...page, _links: links })])
  const events = client.list()[Symbol.asyncIterator]()
  expect(idsOf([await events.next()])).toEqual(['e1'])
  expect(await failureOf(() => events.next())).toMatchObject({ code: 'link' })
  expect(requests).toHaveLength(1)
})

test('the prefix of an id is taken off once', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
  await client.get('platform:platform:x')
  expect(requests[0]?.url).toBe(address('v2', 'events/platform%3Ax'))
})

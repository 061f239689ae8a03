import { idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { versions } from '../support/versions.ts'

for (const { version } of versions) {
  const next = address(version, 'events?page=2')
  const idsOf = (results: readonly IteratorResult<object, unknown>[]) =>
    results.map(({ done, value }) => (done ? 'done' : idOf(value as object)))

  test(`a next of ${version} that is a template is a LinkError, after the events of its page`, async () => {
    const page = pageOf(version, ['e1'])
    const links = { ...(page._links as object), next: { href: `${next}{&x}`, templated: true } }
    const { client, requests } = clientOver(version, [json({ ...page, _links: links })])
    const events = client.list()[Symbol.asyncIterator]()
    expect(idsOf([await events.next()])).toEqual(['e1'])
    expect(await failureOf(() => events.next())).toMatchObject({ code: 'link' })
    expect(requests).toHaveLength(1)
  })

  test(`the prefix of an id of ${version} is taken off once`, async () => {
    const { client, requests } = clientOver(version, [json(eventOf(version))])
    await client.get('platform:platform:x')
    expect(requests[0]?.url).toBe(address(version, 'events/platform%3Ax'))
  })
}

import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { collect } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { versions } from '../support/versions.ts'

/** What a filter, a trim or an encoder would change. */
const html =
  ' <p onclick="x()">Bring &amp; share &nbsp;<script>alert(1)</script>\r\n\t<b>unclosed é ✊🏽 &#x3C;!-- \u2028 '

const fields = { v1: ['description', 'platform:event_instructions'], v2: ['description', 'instructions'] }

for (const { version, least } of versions) {
  const texts = Object.fromEntries(fields[version].map((name) => [name, html]))
  const event = eventOf(version, 'e1', texts)

  test(`HTML of ${version} comes out as the service sent it (${version} §2.1)`, async () => {
    const { client } = clientOver(version, [json({ _embedded: { 'osdi:events': [event] } })])
    expect(await collect(client.list())).toEqual([expect.objectContaining(texts)])
    expect(await clientOver(version, [json(event)]).client.get('e1')).toMatchObject(texts)
  })

  test(`HTML of ${version} goes out as the caller wrote it (${version} §2.1)`, async () => {
    const { client, requests } = clientOver(version, [json(event)])
    await client.create({ ...least, ...texts })
    await client.update('e1', texts)
    for (const { body } of requests) expect(JSON.parse(body)).toMatchObject(texts)
  })
}

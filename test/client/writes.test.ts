import { expect, test } from 'vitest'
import { document, fill } from '../support/documents.ts'
import { serving } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const person = '699da712-929f-11e3-a2e9-12313d316c29'

for (const { version, names, least, clauses, open } of versions) {
  const event = document(`${version}/event-least`)
  const requestOf = (name: string, url: string) =>
    fill(document(`${version}/${name}`), { '{base_url}': url, '<person_id>': person }) as Record<string, object>

  test(`create of ${version} sends every field it is given and the creator, nothing else (${clauses.write})`, async () => {
    await using server = await rawServer(serving(event))
    const wanted = requestOf('create-request-all-fields', server.url)
    const { _links, ...fields } = wanted
    await open(server.url).create(fields, { creator: person })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(wanted)
    expect(_links).toBeDefined()
  })

  test(`create of ${version} links to a creator below the path of the base address (${clauses.write})`, async () => {
    await using server = await rawServer(serving(event))
    await open(`${server.url}/tenants/a/`).create(least, { creator: person })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toHaveProperty(
      ['_links', 'osdi:creator', 'href'],
      `${server.url}/tenants/a/api/${version}/people/${person}`,
    )
  })

  test(`update of ${version} sends PUT with only the fields given, null among them (${clauses.write})`, async () => {
    await using server = await rawServer(serving(event))
    const wanted = requestOf('update-request', server.url)
    expect(wanted).toHaveProperty('description', null)
    await open(server.url).update(id, wanted)
    expect(server.requests[0]?.line).toBe(`PUT /api/${version}/events/${id} HTTP/1.1`)
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(wanted)
  })

  test(`${version} sends text in every script as UTF-8 with the length in bytes (${clauses.write})`, async () => {
    await using server = await rawServer(serving(event))
    const title = 'Fête ✊ 日本 "quoted" \\ \u2028'
    await open(server.url).create({ ...least, [names.title]: title })
    const body = server.requests[0]?.body ?? ''
    expect(JSON.parse(body)).toEqual({ ...least, [names.title]: title })
    expect(server.requests[0]?.header('content-length')).toEqual([String(Buffer.byteLength(body))])
  })

  test(`${version} leaves the objects it is given as they were (${clauses.write})`, async () => {
    await using server = await rawServer(serving(event))
    const fields = Object.freeze({ ...least, location: Object.freeze({ venue: 'Town hall' }) })
    const options = Object.freeze({ creator: person })
    await open(server.url).create(fields, options)
    expect(fields).toEqual({ ...least, location: { venue: 'Town hall' } })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ ...fields })
  })
}

import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test, vi } from 'vitest'
import type { ReceivedRequest } from '../../mock-server/api/router.ts'
import { Log } from '../../mock-server/requests/log.ts'
import { callerOf, world } from '../support/api.ts'
import { document } from '../support/documents.ts'
import { tableUnder } from '../support/markdown.ts'
import { least, names, versions } from '../support/names.ts'
import { type Document, differences, type Schema } from '../support/openapi.ts'
import { served } from '../support/served.ts'

const settings = {
  'by default': {},
  'with other answers': { unset: 'null', errorBody: 'osdi:error', totals: 'absent', localTimes: 'no zone' },
  'that refuses much': { invalidBody: 422, otherQuery: 400, pageBeyond: 404, rateLimit: 4, filter: 'honoured' },
  'with less of all': { linked: 404, recordAttendance: 405, perPageParameter: 'ignored' },
} as const

/** The document of a version, as the admin API of a service shows it. */
async function documentOf(version: string, assumptions: object = {}): Promise<Document> {
  await using opened = await served({}, { assumptions })
  return (await opened.admin(`GET openapi/${version}.json`)).json as Document
}

/** One for all: its first document of a version of OpenAPI compiles the schema of that version. */
const validator = new Validator()

const tooLong = new ArrayBuffer(10 * 1024 * 1024 + 1)

for (const version of versions) {
  test.for(Object.entries(settings))(
    `the OpenAPI document of ${version} of a service %s is valid OpenAPI 3.1`,
    async ([, assumptions]) => {
      const { valid, errors } = await validator.validate({ ...(await documentOf(version, assumptions)) })
      expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' })
    },
  )

  test(`the OpenAPI document of ${version} has the address of its request and the header of the key, and shows no key`, async () => {
    await using opened = await served()
    const sandbox = (await opened.admin('POST sandboxes', {})).json as { url: string }
    for (const url of [opened.url, sandbox.url]) {
      const text = await (await fetch(`${url}/_mock/openapi/${version}.json`)).text()
      const key = { type: 'apiKey', in: 'header', name: names[version].key }
      const components = { securitySchemes: { key } }
      expect(JSON.parse(text)).toMatchObject({ servers: [{ url }], security: [{ key: [] }], components })
      for (const token of Object.values(opened.server.keys)) expect(text).not.toContain(token)
    }
  })

  test(`the OpenAPI document of ${version} has the fields of the guide, and marks required and writable ones`, async () => {
    const { Event, NewEvent, EventChanges } = (await documentOf(version)).components.schemas
    const rows = tableUnder('versions', 'Names').map((row) => row.map((cell) => cell.replaceAll('`', '')))
    const [first, end] = ['**event**', '**links**'].map((name) => rows.findIndex(([cell]) => cell === name))
    const fields = rows.slice(Number(first) + 1, end).flatMap((row) => {
      const field = row[version === 'v1' ? 1 : 2] ?? ''
      return field === '–' || field.includes(' ') ? [] : [{ field, said: row[3] ?? '' }]
    })
    const own = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {}).filter((name) => !/^_/.test(name))
    const sent = fields.filter(({ field, said }) => !said.startsWith('read-only') && said !== `${field} is read-only`)
    expect(own(Event).sort()).toEqual(fields.map(({ field }) => field).sort())
    for (const schema of [NewEvent, EventChanges])
      expect(own(schema).sort()).toEqual(sent.map(({ field }) => field).sort())
    expect(NewEvent?.required?.toSorted()).toEqual([names[version].origin, names[version].title].sort())
    const always = Event?.required?.filter((name) => !/^_/.test(name)).sort()
    expect(always).toEqual(
      Object.keys(document(`${version}/event-least`) ?? {})
        .filter((name) => !/^_/.test(name))
        .sort(),
    )
    const isVague = (schema: object) => !['type', '$ref', 'enum', 'const'].some((keyword) => keyword in schema)
    expect(Object.values(Event?.properties ?? {}).filter(isVague)).toEqual([])
  })

  test(`the OpenAPI document of ${version} requires a postal code in a POST as the assumption v1PostalCode says, and never in a PUT`, async () => {
    const assumptions = { v1PostalCode: 400, nullInPut: 'ignored' }
    const { NewEvent, EventChanges } = (await documentOf(version, assumptions)).components.schemas
    const required = (schema: Schema | undefined) => schema?.properties?.location?.required ?? []
    expect(required(NewEvent)).toEqual(version === 'v1' ? ['postal_code'] : [])
    expect(required(EventChanges)).toEqual([])
  })

  /** A service with an event that has an RSVP, and its key; a key of somebody else, whose event has an identifier. */
  async function attended() {
    const { service, key, individualKey, campaign } = world()
    const event = service.addEvent({ title: 'Picnic', campaign }, { key })
    const [rsvp] = service.attend(event, 1)
    const tag = service.addTag({ name: 'driver', key })
    const link = { href: `${service.baseUrl}/api/${version}/people/${rsvp?.person}` }
    const again = { _links: { 'osdi:person': link }, add_tags: ['driver'] }
    await callerOf(service, key, version).send('POST', `/events/${event.id}/${names[version].attendancesPath}`, again)
    const [tagging] = service.snapshot().toJSON().taggings
    await callerOf(service, individualKey, version).create({ identifiers: ['calendar:7'] })
    const ids = { events: event.id, event_campaigns: campaign.id, people: rsvp?.person ?? '', tags: tag.id }
    return { service, key, ids, rsvp, tagging }
  }

  test(`each operation of ${version} answers exactly the statuses in the OpenAPI document`, async () => {
    const { service, key, ids, rsvp, tagging } = await attended()
    const { paths } = await documentOf(version)
    const bodies: Readonly<Record<string, object>> = {
      'events.create': least(version),
      'events.update': { description: 'Indoors' },
      'attendances.update': {},
      'campaigns.create': least(version),
      'campaigns.update': { description: 'Indoors' },
      'events.createInCampaign': least(version),
      'events.updateInCampaign': { description: 'Indoors' },
      'attendances.updateInCampaign': {},
      'attendances.recordInCampaign': { person: { email_addresses: [{ address: 'ada@example.org' }] } },
      'people.create': { person: { email_addresses: [{ address: 'ada@example.org' }] } },
      'people.update': {},
      'attendances.record': { person: { email_addresses: [{ address: 'ada@example.org' }] } },
    }
    for (const [path, item] of Object.entries(paths)) {
      const [, , , kind = ''] = path.split('/')
      const inCampaign = path.includes('{campaign}')
      const at = (id: string) =>
        path
          .replace('{campaign}', id)
          .replace('{id}', inCampaign ? ids.events : id)
          .replace('{member}', (kind === 'tags' ? tagging : rsvp)?.id ?? '')
      const id = Object.entries(ids).find(([name]) => name === kind)?.[1] ?? ''
      for (const [method, { operationId, responses }] of Object.entries(item)) {
        const answered = new Set<number>()
        const send = async (address: string, body: unknown, headers: Record<string, string> = {}) => {
          const sent = { [names[version].key]: key.token, 'content-type': 'application/json', ...headers }
          const init = { method, headers: sent, ...(method !== 'get' && { body: JSON.stringify(body) }) }
          answered.add((await service.fetch(service.baseUrl + address, init)).status)
        }
        const body = bodies[operationId]
        await send(at(id), body)
        await send(at(id), body, { [names[version].key]: 'nobody' })
        await send(at('none'), body)
        await send(at(id), [])
        await send(at(id), body, { 'content-type': 'text/plain' })
        await send(at(id), { ...body, identifiers: ['calendar:7'] })
        if (method !== 'get') {
          // Without the copies that a request makes of its body.
          vi.spyOn(Request.prototype, 'arrayBuffer').mockResolvedValueOnce(tooLong)
          await send(at(id), body)
          vi.restoreAllMocks()
        }
        expect([...answered].map(String).sort(), operationId).toEqual(Object.keys(responses))
      }
    }
  })

  test(`the schemas of the OpenAPI document of ${version} reject a response with a missing, extra or wrongly typed field`, async () => {
    const { service, key, ids } = await attended()
    const logged = vi.spyOn(Log.prototype, 'add')
    await callerOf(service, key, version).read(ids.events)
    const [received, { response } = {}] = logged.mock.calls[0] ?? []
    logged.mockRestore()
    if (!received || !response) throw new Error('nothing was logged')
    const body = JSON.parse(String(response.body)) as Readonly<Record<string, unknown>>
    const problems = (value: unknown) => differences(received, { ...response, body: JSON.stringify(value) })
    expect(problems(body)).toEqual([])
    const { required = [] } = (await documentOf(version)).components.schemas.Event ?? {}
    for (const [field, value] of Object.entries(body)) {
      const { [field]: _, ...others } = body
      expect(problems({ ...body, [field]: typeof value === 'string' ? 7 : 'text' }), field).not.toEqual([])
      expect(problems(others).length > 0, field).toBe(required.includes(field))
    }
    expect(problems({ ...body, colour: 'red' })).toEqual([' must NOT have additional properties'])
    expect(differences(received, { ...response, status: 418 })).toEqual(['status 418 is not in the document'])
    const elsewhere: ReceivedRequest = { ...received, target: { ...received.target, path: `/api/${version}/nowhere` } }
    expect(differences(elsewhere, response)).toEqual(['status 200 is not in the document'])
  })

  test(`the examples in the OpenAPI document of ${version} match their schemas`, async () => {
    const ajv = formats.default(new Ajv2020())
    const tried: unknown[] = []
    JSON.stringify((await documentOf(version)).components.schemas, (_, schema: Schema | undefined) => {
      for (const example of schema?.examples ?? []) tried.push([example, schema && ajv.validate(schema, example)])
      return schema
    })
    expect(tried).toContainEqual(['Picnic in the park', true])
    expect(tried).not.toContainEqual([expect.anything(), false])
  })
}

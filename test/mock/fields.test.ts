import { checkService, createMockService, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, type Resource, request } from '../support/api.ts'
import { contractOf, fieldsOf, givenFields, type Values, worldWithAllFields } from '../support/contract-fields.ts'
import { names, versions } from '../support/names.ts'
import type { Document, Schema } from '../support/openapi.ts'
import { served } from '../support/served.ts'

const own = ({ properties = {} }: Schema) => Object.keys(fieldsOf(properties)).sort()

/** A value as a filter writes it; undefined for lists and objects, which filters cannot compare. */
function literalOf(value: unknown): string | undefined {
  if (typeof value === 'object') return undefined
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

// Each place where the service lists fields must have every field of the contract's documents.
for (const version of versions) {
  const fields = contractOf(version)
  const { attendancesPath, attendances } = names[version]
  const isSent = (field: string) => field in fields.sent

  test(`an event of ${version} shows exactly the documented fields, in the order of the spec`, async () => {
    const { service, key, event } = worldWithAllFields()
    const shown = fieldsOf(await callerOf(service, key, version).read(event.id))
    expect(Object.keys(shown)).toEqual(fields.event)
    expect(Object.entries(shown).filter(([, value]) => value === null || value === '')).toEqual([])
  })

  test(`a POST of ${version} with one of the documented fields stores this field, and the response shows it unchanged`, async () => {
    const { service, key } = worldWithAllFields()
    for (const [field, sent] of Object.entries(fields.sent)) {
      const value = field === 'identifiers' ? ['contract:1'] : sent
      const made = await request(service, key, version, 'POST', '/events', { ...fields.least, [field]: value })
      const ignored = service.requests.at(-1)?.ignored.map((one) => one.field) ?? []
      expect([made.status, ignored.filter((one) => one === field)], field).toEqual([200, []])
      const shown = made.body[field]
      if (Array.isArray(value)) expect(shown, field).toEqual(expect.arrayContaining(value))
      else if (typeof value === 'object') expect(shown, field).toMatchObject({ venue: 'Lincoln Park' })
      else expect(shown, field).toBe(value)
    }
  })

  test(`null in a PUT clears each optional field of the create request of ${version}`, async () => {
    const { service, key } = worldWithAllFields()
    const { create, update } = callerOf(service, key, version)
    const { identifiers: _, ...sent } = fields.sent
    const event = await create(sent)
    const optional = Object.keys(sent).filter((field) => !fields.always.includes(field))
    expect(optional).not.toEqual([])
    for (const field of optional) {
      const updated = await update(event, { [field]: null })
      expect([field, updated[field] === event[field], field in updated]).toEqual([field, false, false])
    }
  })

  test(`a write ignores each field of ${version} that only the service sets, and the request log names it`, async () => {
    const { service, key, event } = worldWithAllFields()
    const { send, read } = callerOf(service, key, version)
    const before = await read(event.id)
    for (const field of fields.event.filter((one) => !isSent(one))) {
      await send('PUT', `/events/${event.id}`, { [field]: before[field] })
      expect(service.requests.at(-1)?.ignored, field).toEqual([{ field, message: 'can only be set by the service' }])
    }
  })

  test(`a filter of ${version} can compare every field with a single value, and no other field`, async () => {
    const { service, key, event } = worldWithAllFields()
    const { send, read } = callerOf(service, key, version)
    for (const [field, value] of Object.entries(fieldsOf(await read(event.id)))) {
      const filter = encodeURIComponent(`${field} eq ${literalOf(value) ?? null}`)
      const { status, body } = await send('GET', `/events?filter=${filter}`)
      const found =
        status === 200 && (body._embedded['osdi:events'] as Resource[]).map(({ identifiers }) => identifiers)
      expect(found, field).toEqual(literalOf(value) === undefined ? false : expect.arrayContaining([event.identifiers]))
    }
  })

  test(`the OpenAPI document of ${version} has every field, and marks writable and required ones`, async () => {
    await using opened = await served({}, { assumptions: { attendancePerson: 'when recorded' } })
    const { json } = await opened.admin(`GET openapi/${version}.json`)
    const { paths, components } = json as Document
    const { Event = {}, NewEvent = {}, EventChanges = {}, Attendance = {} } = components.schemas
    expect(own(Event)).toEqual(fields.event.toSorted())
    expect(Event.required?.filter((name) => !name.startsWith('_')).sort()).toEqual(fields.always.toSorted())
    expect([own(NewEvent), own(EventChanges)]).toEqual([
      Object.keys(fields.sent).sort(),
      Object.keys(fields.sent).sort(),
    ])
    expect(NewEvent.required?.toSorted()).toEqual(Object.keys(fields.least).sort())
    expect(own(Attendance)).toEqual(fields.attendance.toSorted())

    const { service, key, event } = worldWithAllFields()
    const shown = fieldsOf(await callerOf(service, key, version).read(event.id))
    const comparable = Object.entries(shown).filter(([, value]) => literalOf(value) !== undefined)
    const described = JSON.stringify(paths[`/api/${version}/events`])
    for (const [field] of comparable) expect(described).toMatch(new RegExp(`[ ,]${field}[,.]`))
  })

  test(`snapshot and restore keep every field of ${version}`, async () => {
    const { service, key, event } = worldWithAllFields()
    const other = createMockService({ baseUrl: service.baseUrl, assumptions: { filter: 'honoured' } })
    other.restore(JSON.parse(JSON.stringify(service.snapshot())) as MockState)
    const shown = await callerOf(other, key, version).read(event.id)
    expect(Object.keys(fieldsOf(shown))).toEqual(fields.event)
    expect(shown).toEqual(await callerOf(service, key, version).read(event.id))
  })

  test(`the explorer's view of an event in both versions has every field of ${version}`, async () => {
    await using opened = await served()
    const { json } = await opened.admin(`GET events/${opened.service.addEvent({ title: 'Walk' }).id}`)
    const pairs = (json as { readonly fields: readonly Readonly<Record<string, string>>[] }).fields
    expect(pairs.flatMap((pair) => pair[version] ?? []).sort()).toEqual(fields.event.toSorted())
  })

  test(`checkService knows the type of every field of ${version}`, async () => {
    const { service, key } = worldWithAllFields()
    const { baseUrl, fetch } = service
    const report = await checkService({ baseUrl, apiKey: key.token, api: version, fetch, rateLimit: undefined })
    expect(report.fields).toEqual([])
    // Of another type than the documented one, each field is in the report.
    const wrong = async (input: RequestInfo | URL, init?: RequestInit) => {
      const response = await fetch(input, init)
      const page = (await response.json()) as { _embedded?: { 'osdi:events'?: Values[] } }
      const events = page._embedded?.['osdi:events']?.map((event) => ({
        ...event,
        ...Object.fromEntries(fields.event.map((field) => [field, null])),
      }))
      const body = events ? { ...page, _embedded: { 'osdi:events': events } } : page
      return Response.json(body, { status: response.status, headers: response.headers })
    }
    const other = await checkService({ baseUrl, apiKey: key.token, api: version, fetch: wrong, rateLimit: undefined })
    const rows = new Map(other.fields.map(({ what, expected }) => [what, expected]))
    for (const field of fields.event) expect(rows.get(field) ?? 'missing', field).not.toMatch(/^(?:missing|unknown)$/)
  })

  test(`an attendance of ${version} shows every documented field, and filters compare its times and status`, async () => {
    const { service, key, event, ana } = worldWithAllFields()
    const { send } = callerOf(service, key, version)
    const person = { email_addresses: [{ address: 'rosa@example.org' }] }
    const { body } = await send('POST', `/events/${event.id}/${attendancesPath}`, { person, status: 'tentative' })
    service.attend(event, ana)
    expect(Object.keys(fieldsOf(body))).toEqual(fields.attendance)
    for (const field of fields.attendance) {
      const isCompared = field === 'status' || /^(?:created|modified)_/.test(field)
      const filter = encodeURIComponent(`${field} eq ${literalOf(body[field]) ?? null}`)
      const { status, body: page } = await send('GET', `/events/${event.id}/${attendancesPath}?filter=${filter}`)
      expect(status, field).toBe(isCompared ? 200 : 400)
      if (isCompared) expect((page._embedded[attendances] as Resource[])[0]?.identifiers).toEqual(body.identifiers)
    }
  })
}

test('addEvent and updateEvent set every field that a user can edit, and clear the optional ones', async () => {
  const { service, key } = worldWithAllFields()
  const fields = contractOf('v2')
  const { identifiers: _, ...given } = givenFields()
  const event = service.addEvent({ title: 'Least' }, { key })
  for (const [field, value] of Object.entries(given)) {
    const shownName = fields.event.includes(field) ? field : `platform:${field}`
    const updated = service.updateEvent(event, { [field]: value })
    if (field === 'location') expect(updated[shownName]).toMatchObject({ venue: 'Lincoln Park' })
    else expect(updated[shownName], field).toBe(value)
    if (fields.always.includes(shownName)) continue
    service.updateEvent(event, { [field]: null })
    const shown = await callerOf(service, key, 'v2').read(event.id)
    expect(shown[shownName] === value, field).toBe(false)
  }
})

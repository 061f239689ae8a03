import { EventsV2, embeddedOf, idOf, isEventsError } from 'osdi-events'
import { actionNetwork, createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { document } from '../support/documents.ts'
import { collect, failureOf } from '../support/failure.ts'
import { filterOf } from '../support/filtered-list.ts'
import { served } from '../support/raw-server.ts'
import { base, clientOver, json, refusal, type Step } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { type AnyClient, versions } from '../support/versions.ts'

type Version = 'v1' | 'v2'

const relations = { v1: 'osdi:attendance', v2: 'osdi:attendances' }
const read = (version: Version, name: string) =>
  JSON.parse(served(document(`${version}/${name}`), { server: base })) as Readonly<Record<string, unknown>>

const person = (version: Version, id: string, more: object = {}) => ({
  identifiers: [`platform:${id}`],
  given_name: `Name of ${id}`,
  _links: { self: { href: address(version, `people/${id}`) } },
  ...more,
})

const peopleOn = (version: Version, ids: string, page: number, more: object = {}): Step =>
  json({
    per_page: 2,
    page,
    _links: { ...(ids && { next: { href: address(version, `people?page=${page + 1}`) } }) },
    _embedded: { 'osdi:people': ids ? ids.split(' ').map((id) => person(version, id)) : [] },
    ...more,
  })

const idsIn = (people: readonly object[]) => people.map((each) => idOf(each as never)).join(' ')

for (const { version } of versions) {
  test(`person of ${version} returns every member of the hand-written document as it came`, async () => {
    const fixture = read(version, 'person-all-fields')
    const { client, requests } = clientOver(version, [json(fixture)])
    const found = await client.person('p1')
    expect(found).toEqual(fixture)
    expect(JSON.stringify(found)).toBe(JSON.stringify(fixture))
    expect(requests.map(({ url }) => url)).toEqual([address(version, 'people/p1')])
  })

  test.each<[string, unknown]>([
    ['an id', 'p1'],
    ["an id with the service's prefix", 'platform:p1'],
    ['an address', address(version, 'people/p1')],
    ['a link', { href: address(version, 'people/p1') }],
    ['a person', person(version, 'p1')],
    ['a copy of a person without links', { identifiers: ['platform:p1'] }],
    ['an RSVP', { status: 'accepted', _links: { 'osdi:person': { href: address(version, 'people/p1') } } }],
    ['an RSVP without links', { status: 'accepted', 'platform:person_id': 'p1' }],
    ['an event', eventOf(version, 'e1', { _links: { 'osdi:creator': { href: address(version, 'people/p1') } } })],
  ])(`person of ${version} takes %s`, async (_, reference) => {
    const { client, requests } = clientOver(version, [json(person(version, 'p1'))])
    expect(idsIn([await client.person(reference, { query: { lang: 'es' } })])).toBe('p1')
    expect(requests.map(({ url }) => url)).toEqual([address(version, 'people/p1?lang=es')])
  })

  test(`person of ${version} refuses what leads to no person, and sends nothing`, async () => {
    const { client, requests } = clientOver(version, [])
    const self = { href: address(version, 'events/e1/attendances/a1') }
    for (const wrong of [
      ...['', 'a/b', 'ada@example.org', 5, null, undefined, [], {}],
      ...[eventOf(version), { status: 'accepted', _links: { self } }, Promise.resolve('p1'), { href: 5 }],
      { href: address(version, '{who}'), templated: true },
    ]) {
      const error = await failureOf(() => client.person(wrong))
      expect(error, JSON.stringify(wrong)).toMatchObject({ code: 'input', field: 'person' })
      expect(shows(error, 'ada@')).toBe(false)
    }
    const away = 'https://elsewhere.example.org/api/v2/people/p1'
    for (const outside of [away, { href: away }, { href: address(version, 'events/e1') }, { href: '' }])
      expect(await failureOf(() => client.person(outside))).toMatchObject({ code: 'input', field: 'person' })
    const rsvp = { _links: { 'osdi:person': { href: away } } }
    expect(await failureOf(() => client.person(rsvp))).toMatchObject({ code: 'link', reason: away })
    expect(requests).toEqual([])
  })

  test(`person of ${version} throws SchemaError for another kind of resource, and for a field of a wrong type`, async () => {
    const others: readonly (readonly [object, RegExp])[] = [
      [eventOf(version), /is an event, not a person/],
      [{ status: 'accepted', _links: { 'osdi:person': { href: 'x' } } }, /is an attendance, not a person/],
      [{ total_records: 3, _embedded: { 'osdi:people': [] } }, /is a collection, not a person/],
      [{ error: 'no such person' }, /is an error, not a person/],
      [{}, /is empty/],
      [person(version, 'p1', { given_name: 5 }), /given_name/],
      [person(version, 'p1', { email_addresses: [{ address: 5 }] }), /email_addresses\[0\]\.address/],
    ]
    for (const [answer, message] of others) {
      const error = await failureOf(() => clientOver(version, [json(answer)]).client.person('p1'))
      expect([error.code, error.message]).toEqual(['schema', expect.stringMatching(message)])
    }
    const odd = person(version, 'p1', { gender: 7, profiles: 'none', custom_fields: [], phone_numbers: null })
    expect(await clientOver(version, [json(odd)]).client.person('p1')).toEqual(odd)
  })

  test(`people of ${version} reads to the empty last page; the report says that this is the end, and certain of nothing`, async () => {
    const pages = [json(read(version, 'people-first')), json(read(version, 'people-last'))]
    const { client, requests } = clientOver(version, pages)
    const list = client.people()
    expect(requests).toEqual([])
    const all = await collect(list)
    expect(all).toEqual((read(version, 'people-first')._embedded as { 'osdi:people': object[] })['osdi:people'])
    expect(requests.map(({ url }) => url)).toEqual(['people', 'people?page=2'].map((path) => address(version, path)))
    const { complete, certain, totalAtStart, filter } = list.report ?? {}
    expect([complete, certain, totalAtStart, filter]).toEqual([true, false, undefined, undefined])
    const { items, more, complete: isWhole } = await clientOver(version, pages).client.people().toArray({ max: 1 })
    expect([items.length, more, isWhole]).toEqual([1, true, false])
    for await (const page of clientOver(version, pages.slice(1)).client.people().pages())
      expect(embeddedOf(page, 'osdi:people')).toEqual([])
  })

  test(`people of ${version} yields everybody if the order changes between pages, and nobody twice`, async () => {
    const pages = [
      peopleOn(version, 'p1 p2', 1),
      peopleOn(version, 'p3 p2', 2),
      peopleOn(version, 'p4 p1', 3),
      peopleOn(version, '', 4),
    ]
    const list = clientOver(version, pages).client.people()
    expect(idsIn(await collect(list))).toBe('p1 p2 p3 p4')
    expect(list.report).toMatchObject({ complete: true, certain: false, shifted: true, duplicates: 2 })
  })

  test(`people of ${version} with totals reads pages in advance, and is still not certain`, async () => {
    const totals = { total_records: 4, total_pages: 2 }
    const pages = [peopleOn(version, 'p1 p2', 1, totals), peopleOn(version, 'p4 p2', 2, { ...totals, _links: {} })]
    const list = clientOver(version, pages).client.people()
    expect(idsIn(await collect(list))).toBe('p1 p2 p4')
    expect(list.report).toMatchObject({ complete: false, certain: false })
  })

  test(`people of ${version} resumes from a checkpoint after a page, and within a page`, async () => {
    const pages = [peopleOn(version, 'p1 p2', 1), peopleOn(version, 'p3 p4', 2), peopleOn(version, '', 3)]
    const first = clientOver(version, pages).client.people().pages()
    await first.next()
    const rest = clientOver(version, pages.slice(1)).client.people({ resume: first.checkpoint })
    expect(idsIn(await collect(rest))).toBe('p3 p4')
    expect(rest.report?.certain).toBe(false)
    const few = clientOver(version, pages).client.people({ max: 1 }).pages()
    await few.next()
    const others = clientOver(version, pages).client.people({ resume: few.checkpoint })
    expect(idsIn(await collect(others))).toBe('p2 p3 p4')
  })

  const [created, modified] = version === 'v1' ? ['created_at', 'modified_at'] : ['created_date', 'modified_date']

  test(`people of ${version} sends a filter, and leaves out people who do not match`, async () => {
    const page = (...people: object[]) => json({ page: 1, _links: {}, _embedded: { 'osdi:people': people } })
    const ada = person(version, 'p1', {
      family_name: 'Byron',
      [modified]: '2026-05-02T00:00:00Z',
      email_addresses: [{ address: 'old@example.org' }, { address: 'Ada@Example.org' }],
      phone_numbers: [{ number: '+49 30 12345678' }],
      postal_addresses: [{ region: 'DC', postal_code: '20009' }],
    })
    const bob = person(version, 'p2', { [modified]: '2026-05-01T00:00:00Z' })
    const cases: readonly (readonly [object, string, string])[] = [
      [{ family_name: 'Byron' }, "family_name eq 'Byron'", 'p1'],
      [{ identifier: 'platform:p2' }, "identifier eq 'platform:p2'", 'p2'],
      [{ [modified]: { gt: '2026-05-01T12:00:00Z' } }, `${modified} gt '2026-05-01T12:00:00Z'`, 'p1'],
      [{ [created]: { lt: '2020-01-01T00:00:00Z' } }, `${created} lt '2020-01-01T00:00:00Z'`, 'p1 p2'],
      [{ email_address: 'ada@example.org' }, "email_address eq 'ada@example.org'", 'p1'],
      [{ email_address: 'ADA@EXAMPLE.ORG' }, "email_address eq 'ADA@EXAMPLE.ORG'", 'p1'],
      [{ email_address: 'bob@example.org' }, "email_address eq 'bob@example.org'", ''],
      [{ email_address: null }, 'email_address eq null', 'p2'],
      [{ phone_number: '030 12345678' }, "phone_number eq '030 12345678'", 'p1'],
      [{ region: 'dc' }, "region eq 'dc'", 'p1'],
      [{ postal_code: '20009' }, "postal_code eq '20009'", 'p1'],
      [{ postal_code: { eq: '20010' } }, "postal_code eq '20010'", ''],
    ]
    for (const [filter, sent, found] of cases) {
      const { client, requests } = clientOver(version, [page(ada, bob)])
      expect(idsIn(await collect(client.people({ filter }))), sent).toBe(found)
      expect(requests.map(filterOf)).toEqual([sent])
    }
    for (const filter of [{ email: 'x' }, { email_address: 5 }, { phone_number: { gt: '1' } }, { custom_fields: 'x' }])
      expect(await failureOf(() => clientOver(version, []).client.people({ filter }))).toMatchObject({ code: 'input' })
  })

  test(`no list of people or RSVPs of ${version} takes a filter in its query, because hooks and checkpoints would show it`, async () => {
    const { client, requests } = clientOver(version, [])
    const options = { query: { filter: "email_address eq 'ada@example.org'" } }
    for (const list of [() => client.people(options), () => client.attendances('e1', options)])
      expect(await failureOf(list)).toMatchObject({ code: 'input', field: 'query.filter' })
    expect(requests).toEqual([])
  })

  test(`attendances(person) of ${version} reads the RSVPs through the person's own link`, async () => {
    const relation = relations[version]
    const href = address(version, 'rsvps?of=p1')
    const self = { href: address(version, 'people/p1') }
    const ada = person(version, 'p1', { _links: { self, [relation]: { href } } })
    const rsvp = { identifiers: ['platform:a1'], status: 'accepted', 'platform:event_id': 'e1' }
    const { client, requests } = clientOver(version, [json({ page: 1, _embedded: { 'osdi:attendances': [rsvp] } })])
    const list = client.attendances(ada)
    expect(await collect(list)).toEqual([rsvp])
    expect(requests.map(({ url }) => url)).toEqual([href])
    const { checkpoint } = client.attendances(ada).pages()
    expect(await failureOf(() => client.attendances('p1', { resume: checkpoint }))).toMatchObject({ field: 'resume' })
    const bare = await failureOf(() => collect(client.attendances(person(version, 'p1'))))
    expect([bare.code, bare.message]).toEqual(['link', `The person has no link ${relation}`])
  })

  const secrets = ['Rosa', 'Lee', 'rosa@example.org', '12025550147', '20009', 'vegan']

  test(`no error, hook or log of ${version} shows anything of a person: responses, filters and checkpoints`, async () => {
    const fixture = read(version, 'person-all-fields')
    const spoilt = { ...fixture, family_name: { Lee: 'rosa@example.org' } }
    const page = { ...read(version, 'people-first'), _embedded: { 'osdi:people': [fixture, spoilt] } }
    const text = JSON.stringify(fixture)
    const answers: readonly Step[] = [
      json(spoilt),
      json(page),
      json(fixture, 500),
      json({ error: 'No person rosa@example.org' }, 404),
      json(text.slice(0, -5)),
      json(text, 200, { 'content-type': 'text/plain' }),
      json({ ...page, _links: { next: { href: 'https://elsewhere.example.org/?filter=rosa%40example.org' } } }),
      json({ ...read(version, 'people-first') }),
      refusal(429, { 'retry-after': '3600' }),
    ]
    const filters = [
      { email_address: 'rosa@example.org', family_name: 'Lee' },
      "given_name eq 'Rosa' and phone_number eq 12025550147 and postal_code eq '20009'",
    ]
    const shown: unknown[] = []
    const note = (fact: unknown) => void shown.push(fact)
    const hooks = { onRequest: note, onResponse: note, onRetry: note, onError: note }
    const log = (...facts: unknown[]) => void shown.push(facts)
    const logger = { debug: log, info: log, warn: log, error: log }
    const noteFailure = (error: unknown) => {
      if (!isEventsError(error)) throw error
      shown.push(error, error.toJSON(), error.stack)
    }
    for (const answer of answers) {
      const { client } = clientOver(version, [answer], { hooks, logger })
      // The error texts of a service are its own: here the text repeats what the filter says.
      const { status } = await answer({} as never)
      if (status !== 404) await client.person('p1').catch(noteFailure)
      for (const filter of filters.slice(0, status === 404 ? 1 : 2)) {
        const list = client.people({ filter, deadline: 60_000 }).pages()
        shown.push(list.checkpoint)
        for (let count = 0; count < 3; count += 1) {
          await list.next().catch(noteFailure)
          shown.push(list.checkpoint)
        }
      }
    }
    expect(shown.length).toBeGreaterThan(60)
    for (const secret of secrets) {
      const found = shown.filter((each) => shows(each, secret) || shows(each, encodeURIComponent(secret)))
      expect(found, secret).toEqual([])
    }
  })

  test(`a checkpoint of ${version} after people or RSVPs without an id shows nothing of them, and still resumes`, async () => {
    const on = (relation: string, page: number, ...items: object[]) =>
      json({
        ...{ page, _links: { ...(page < 2 && { next: { href: address(version, `people?page=${page + 1}`) } }) } },
        _embedded: { [relation]: items },
      })
    const [rosa, luis] = [{ given_name: 'Rosa' }, { given_name: 'Luis' }]
    const event = eventOf(version, 'e1', {
      _links: {
        self: { href: address(version, 'events/e1') },
        [relations[version]]: { href: address(version, 'rsvps') },
      },
    })
    const lists = [
      ['osdi:people', (client: AnyClient, more: object) => client.people(more), [rosa, luis]],
      [
        'osdi:attendances',
        (client: AnyClient, more: object) => client.attendances(event, more),
        [{ person: rosa }, { person: luis }],
      ],
    ] as const
    for (const [relation, list, [first, second]] of lists) {
      const pages = list(clientOver(version, [on(relation, 1, first)]).client, {}).pages()
      await pages.next()
      expect(pages.checkpoint).not.toContain('Rosa')
      const { client } = clientOver(version, [on(relation, 2, second)])
      expect(await collect(list(client, { resume: pages.checkpoint }))).toEqual([second])
    }
  })

  test(`a checkpoint of filtered people of ${version} resumes the same filter, and no other`, async () => {
    const filter = { email_address: 'rosa@example.org' }
    const email_addresses = [{ address: 'rosa@example.org' }]
    const on = (page: number, id: string, next?: string) =>
      json({
        page,
        _links: { ...(next && { next: { href: address(version, next) } }) },
        _embedded: { 'osdi:people': [person(version, id, { email_addresses })] },
      })
    const next = "people?filter=email_address%20eq%20'rosa%40example.org'&page=2"
    const pages = clientOver(version, [on(1, 'p1', next)])
      .client.people({ filter })
      .pages()
    await pages.next()
    const { client, requests } = clientOver(version, [on(2, 'p2')])
    const rest = client.people({ filter, resume: pages.checkpoint })
    expect(idsIn(await collect(rest))).toBe('p2')
    expect(requests.map(filterOf)).toEqual(["email_address eq 'rosa@example.org'"])
    expect(rest.report?.filter).toBe('unproven')
    for (const other of [{ email_address: 'rosa@example.com' }, undefined])
      expect(await failureOf(() => client.people({ filter: other, resume: pages.checkpoint }))).toMatchObject({
        field: 'resume',
      })
  })
}

test('person, people and attendances(person) read a service in the manner of the Action Network', async () => {
  const service = createMockService({
    ...actionNetwork,
    assumptions: { ...actionNetwork.assumptions, rateLimit: 'off' },
  })
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends' }) })
  const { id } = service.addEvent({ title: 'Picnic' }, { key })
  const { baseUrl, namespace } = service
  const events = new EventsV2({ baseUrl, namespace, apiKey: key.token, fetch: service.fetch })
  for (let number = 1; number <= 60; number += 1) {
    const person = { given_name: `Guest ${number}`, email_addresses: [{ address: `guest${number}@example.org` }] }
    await events.recordAttendance(id, { person })
  }
  const list = events.people()
  const all = await collect(list)
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(new Set(all.map((each) => idOf(each))).size).toBe(all.length)
  expect(list.report).toMatchObject({ complete: true, certain: false, totalAtEnd: undefined })
  const found = events.people({ filter: { email_address: 'guest7@example.org' } })
  const [seventh, ...others] = await collect(found)
  expect([seventh?.given_name, others.length, found.report?.filter]).toEqual(['Guest 7', 0, 'unproven'])
  const [rsvp] = await collect(events.attendances(seventh ?? {}))
  expect(rsvp).toMatchObject({ status: 'accepted', 'action_network:event_id': id })
  expect(await events.person(rsvp ?? {})).toEqual(await events.person(idOf(seventh ?? {})))
  expect(await events.person(await events.get(id))).toHaveProperty('identifiers')
})

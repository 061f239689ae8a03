import type { FaultEffect } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { world } from '../support/api.ts'
import { names, versions } from '../support/names.ts'
import { inProcess, type Reach, ways } from '../support/ways.ts'

/** Headers that a connection adds to a response. */
const added = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** A service behind one adapter: `ask` returns status, headers and body length of a response. */
async function asking(reach: Reach) {
  const { service, key, creator, campaign } = world({ perPage: 2 })
  const { id } = service.addEvent({ title: 'Grünes Picknick 🌳' }, { key })
  const [attendance] = service.attend(id, creator)
  const { baseUrl, fetch, close } = await reach(service)
  const ask = async (path: string, init: RequestInit = {}, effect?: FaultEffect) => {
    const fault = effect && service.faults.add({ effect })
    const answer = await fetch(`${baseUrl}/api${path}`, { redirect: 'manual', ...init })
    if (fault) service.faults.remove(fault)
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !added.includes(name)))
    const body = await answer.text()
    return { status: answer.status, headers, bytes: new TextEncoder().encode(body).length }
  }
  /** The path of every resource of a version. */
  const paths = (version: 'v1' | 'v2') => [
    ...['/events', '/events?page=2', `/events/${id}`, `/events/${id}/embed`, '/events/none', '/nowhere'],
    ...[`/event_campaigns/${campaign.id}/events`, `/people/${creator.id}`],
    ...['', `/${attendance?.id}`].map((more) => `/events/${id}/${names[version].attendancesPath}${more}`),
  ]
  return { service, key, ask, paths, [Symbol.asyncDispose]: close }
}

/** Every kind of response, without lengths, which differ with the service's address. */
async function responsesOver(reach: Reach) {
  await using asked = await asking(reach)
  const { ask, key } = asked
  const headers = { 'OSDI-API-Token': key.token, 'api-key': key.token, 'Content-Type': 'application/json' }
  const answers = [await ask('/v2/events', { headers }), await ask('/v2/nowhere', { headers })]
  const body = '{"summary":"Grünes Picknick 🌳","originating_system":"Kalender"}'
  answers.push(await ask('/v1/events', { method: 'POST', headers, body }))
  for (const status of [200, 201, 204, 205, 299, 304, 503]) answers.push(await ask('', {}, { kind: 'status', status }))
  const own = { 'X-Own': 'one' }
  answers.push(await ask('', {}, { kind: 'status', status: 200, body: 'é'.repeat(40_000), headers: own }))
  answers.push(await ask('', {}, { kind: 'status', status: 200, body: '' }), await ask('', {}, { kind: 'html' }))
  return answers.map(({ status, headers: { 'content-length': length, ...rest }, bytes }) => {
    expect(length === undefined || Number(length) === bytes, `${length} of ${bytes}`).toBe(true)
    return { status, headers: rest, hasLength: length !== undefined, isEmpty: bytes === 0 }
  })
}

for (const [way, reach] of Object.entries(ways)) {
  test(`${way}: responses have the same headers as in process, and content-length is the body's length in bytes`, async () => {
    const answers = await responsesOver(reach)
    expect(answers).toEqual(await responsesOver(inProcess))
    // A response without a body has no content-type.
    expect(answers[3]).toEqual({ status: 200, headers: {}, hasLength: true, isEmpty: true })
    expect(answers.filter(({ hasLength }) => !hasLength).map(({ status }) => status)).toEqual([204, 304])
    expect(answers.at(-3)).toMatchObject({ headers: { 'x-own': 'one' }, hasLength: true, isEmpty: false })
  })

  test(`${way}: the response to HEAD is the response to GET without the body (RFC 9110 §9.3.2)`, async () => {
    await using asked = await asking(reach)
    const { service, key, ask, paths } = asked
    for (const version of versions) {
      const tokens = [...paths(version).map((path) => [path, key.token]), ['/events', 'nobody']]
      for (const [path, token = ''] of tokens) {
        const headers = { [names[version].key]: token }
        const got = await ask(`/${version}${path}`, { headers })
        const head = await ask(`/${version}${path}`, { headers, method: 'HEAD' })
        expect([path, head]).toEqual([path, { ...got, bytes: 0 }])
        expect(Number(head.headers['content-length'])).toBe(got.bytes)
      }
    }
    const told = (method: string) =>
      service.requests.matching({ method }).map(({ operation, status }) => [operation, status])
    expect(told('HEAD')).toEqual(told('GET'))
  })
}

import { createMockService, type FaultEffect } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { world } from '../support/api.ts'
import { names, versions } from '../support/names.ts'
import { inProcess, type Reach, ways } from '../support/ways.ts'

/** What a connection adds to an answer. */
const added = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** Every header of the answers of a service that one way leads to, and whether they have a body. */
async function answersOver(reach: Reach) {
  const service = createMockService({ events: 3, perPage: 2, baseUrl: 'http://127.0.0.1:4999' })
  const { baseUrl, fetch, close } = await reach(service)
  const headers = { 'OSDI-API-Token': service.seeded.group.token, 'Content-Type': 'application/json' }
  const answers: unknown[] = []
  const ask = async (path: string, init: RequestInit = {}, effect?: FaultEffect) => {
    const fault = effect && service.faults.add({ effect })
    const answer = await fetch(`${baseUrl}${path}`, { headers, redirect: 'manual', ...init })
    const body = await answer.text()
    if (fault) service.faults.remove(fault)
    const shown = [...answer.headers].filter(([name]) => !added.includes(name))
    const bytes = new TextEncoder().encode(body.replaceAll(baseUrl, service.baseUrl)).length
    // Addresses in a body are as long as the way's own.
    const longer = body.split(baseUrl).length - 1
    const length = Number(answer.headers.get('content-length')) - longer * (baseUrl.length - service.baseUrl.length)
    const others = shown.filter(([name]) => name !== 'content-length')
    const told = answer.headers.has('content-length') && (init.method === 'HEAD' ? 'something' : length)
    answers.push([path, init.method, effect, answer.status, Object.fromEntries(others), bytes, told])
  }
  await ask('/api/v2/events')
  await ask('/api/v2/nowhere')
  await ask('/api/v2/events', { method: 'HEAD' })
  await ask('/api/v1/events', {
    method: 'POST',
    body: '{"summary":"Grünes Picknick 🌳","originating_system":"Kalender"}',
  })
  for (const status of [200, 201, 204, 205, 299, 304, 503]) await ask('/api', {}, { kind: 'status', status })
  const body = 'é'.repeat(40_000)
  await ask('/api', {}, { kind: 'status', status: 200, body, headers: { 'X-Own': 'one' } })
  await ask('/api', {}, { kind: 'status', status: 200, body: '' })
  await ask('/api', {}, { kind: 'html' })
  await close()
  return answers
}

for (const [way, reach] of Object.entries(ways)) {
  if (reach === inProcess) continue
  test(`${way}: answers have the headers that they have in process, the length of the body among them`, async () => {
    const here = await answersOver(inProcess)
    expect(await answersOver(reach)).toEqual(here)
    expect(here[0]).toContain('/api/v2/events')
  })
}

for (const [way, reach] of Object.entries(ways)) {
  test(`${way}: HEAD is answered as GET, without the body (RFC 9110 §9.3.2)`, async () => {
    const { service, key, creator, campaign } = world()
    const { id } = service.addEvent({ title: 'Picnic' }, { key })
    const [attendance] = service.attend(id, creator)
    const { baseUrl, fetch, close } = await reach(service)
    for (const version of versions) {
      const { attendancesPath } = names[version]
      const paths = [
        ...[
          '/events',
          '/events?page=2',
          `/events/${id}`,
          `/events/${id}/embed`,
          `/event_campaigns/${campaign.id}/events`,
        ],
        ...[`/events/${id}/${attendancesPath}`, `/events/${id}/${attendancesPath}/${attendance?.id}`],
        ...[`/people/${creator.id}`, '/events/none', '/nowhere'],
      ]
      for (const [path, token] of [...paths.map((path) => [path, key.token]), ['/events', 'nobody']] as const) {
        const [got, head] = await Promise.all(
          ['GET', 'HEAD'].map(async (method) => {
            const headers = { [names[version].key]: token }
            const answer = await fetch(`${baseUrl}/api/${version}${path}`, { method, headers })
            const shown = [...answer.headers].filter(([name]) => !added.includes(name))
            return { status: answer.status, headers: Object.fromEntries(shown), body: await answer.text() }
          }),
        )
        expect([path, head]).toEqual([path, { ...got, body: '' }])
        expect(Number(head?.headers['content-length'])).toBe(new TextEncoder().encode(got?.body).length)
      }
    }
    const told = service.requests.matching({ method: 'HEAD' }).map(({ operation, status }) => [operation, status])
    expect(told).toEqual(
      service.requests.matching({ method: 'GET' }).map(({ operation, status }) => [operation, status]),
    )
    await close()
  })
}

test('the length is that of the body in bytes, and where there is no body nothing is said of its type', async () => {
  const answers = await answersOver(inProcess)
  const lengths = answers.map((answer) => (answer as unknown[]).slice(-2))
  expect(lengths.filter(([bytes, told]) => bytes !== told)).toEqual([
    [0, 'something'],
    [0, false],
    [0, false],
  ])
  expect(lengths.at(-3)).toEqual([80_000, 80_000])
  expect(answers.at(-2)).toEqual(['/api', undefined, expect.anything(), 200, expect.anything(), 0, 0])
  expect(answers[4]).toEqual(['/api', undefined, { kind: 'status', status: 200 }, 200, {}, 0, 0])
})

import { EventsV2, InputError, idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, hang, json, refusal, type Step, scripted } from '../support/scripted-fetch.ts'
import { apiKey } from '../support/versions.ts'

const url = (page: number) => address('v2', `events?page=${page}`)
const pages = [
  json(pageOf('v2', ['e1', 'e2'], url(2))),
  json(pageOf('v2', ['e3', 'e4'], url(3))),
  json(pageOf('v2', ['e5'])),
]

const open = (...steps: readonly Step[]) => {
  const script = scripted(...steps)
  return { ...script, client: new EventsV2({ baseUrl: base, apiKey, fetch: script.fetch, retry: false }) }
}

const untyped = (value: unknown) => value as never

test('a pager gives the events of all pages, one by one, and starts anew each time', async () => {
  const { client, requests } = open(...pages, ...pages)
  const pager = client.list()
  for (const round of [1, 2]) {
    const ids: string[] = []
    for await (const event of pager) ids.push(`${idOf(event)} ${event.title}`)
    expect(ids).toEqual(['e1 Picnic', 'e2 Picnic', 'e3 Picnic', 'e4 Picnic', 'e5 Picnic'])
    expect(requests).toHaveLength(3 * round)
  }
})

test('leaving the loop asks for nothing more, and neither does an error that leaves it', async () => {
  const { client, requests } = open(...pages)
  for await (const event of client.list()) if (idOf(event) === 'e3') break
  expect(requests).toHaveLength(2)
  const thrown = new Error('enough')
  const walk = async () => {
    for await (const event of client.list({ page: 1 })) throw Object.assign(thrown, { event })
  }
  await expect(walk()).rejects.toBe(thrown)
  expect(requests).toHaveLength(3)
})

test('a page that fails ends the iteration with its error, after the events before it', async () => {
  const { client } = open(pages[0] ?? hang, refusal(503))
  const pager = client.list()
  const ids: string[] = []
  const error = await failureOf(async () => {
    for await (const event of pager) ids.push(idOf(event))
  })
  expect(ids).toEqual(['e1', 'e2'])
  expect(error).toMatchObject({ code: 'http', status: 503, url: url(2) })
  expect(pager.report).toMatchObject({ pages: 1, events: 2, rejected: 0 })
})

test('the report of a pager is that of the walk that ended last, and undefined before', async () => {
  const { client } = open(...pages, ...pages)
  const pager = client.list()
  expect(pager.report).toBe(undefined)
  for await (const _ of pager);
  expect(pager.report).toMatchObject({ pages: 3, events: 5, rejected: 0 })
  for await (const event of pager) if (idOf(event) === 'e2') break
  expect(pager.report).toMatchObject({ pages: 1, events: 2, rejected: 0 })
})

test('toArray takes as many events as it is told, and says whether there are more', async () => {
  const taken = async (max: number) => {
    const { client, requests } = open(...pages)
    const { items, more } = await client.list().toArray({ max })
    return [items.map((event) => idOf(event)).join(' '), more, requests.length]
  }
  expect(await taken(1)).toEqual(['e1', true, 1])
  expect(await taken(2)).toEqual(['e1 e2', true, 2])
  expect(await taken(3)).toEqual(['e1 e2 e3', true, 2])
  expect(await taken(4)).toEqual(['e1 e2 e3 e4', true, 3])
  expect(await taken(5)).toEqual(['e1 e2 e3 e4 e5', false, 3])
  expect(await taken(6)).toEqual(['e1 e2 e3 e4 e5', false, 3])
  expect(await taken(Number.MAX_SAFE_INTEGER)).toEqual(['e1 e2 e3 e4 e5', false, 3])
})

test('toArray refuses a bound that is none, and asks for nothing', async () => {
  const { client, requests } = open()
  const pager = client.list()
  for (const options of [...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null].map((max) => ({ max }))]) {
    const error = await failureOf(() => pager.toArray(untyped(options)))
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ field: 'max', message: 'max: must be a whole number from 1 up' })
  }
  for (const options of [undefined, null, {}]) {
    const error = await failureOf(() => pager.toArray(untyped(options)))
    expect(error).toMatchObject({ field: 'max', message: 'max: is missing; a whole number from 1 up' })
  }
  expect(requests).toHaveLength(0)
})

import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { tableUnder } from '../support/markdown.ts'

const withoutTicks = (cell = '') => cell.replaceAll('`', '')
const options = tableUnder('mock-service', 'In process, with a client').map(
  ([option, , fallback]) => [withoutTicks(option), fallback] as const,
)
/** The defaults that the guide writes as code. */
const defaults: MockServiceOptions = Object.fromEntries(
  options.flatMap(([option, fallback = '']) =>
    /^`[\d']/.test(fallback) ? [[option, JSON.parse(withoutTicks(fallback).replaceAll("'", '"'))]] : [],
  ),
)

test('the guide names every option of a mock service', () => {
  const unknown = () => createMockService(Object.fromEntries([['colour', 'red']]))
  const known = options.map(([option]) => option)
  const [, said = ''] = /there are (.+)$/.exec(String(thrownBy(unknown))) ?? []
  expect(known.sort()).toEqual(said.split(', ').sort())
})

test('a mock service with the defaults of the guide is one without options', async () => {
  expect(Object.keys(defaults)).toEqual(['events', 'now', 'perPage', 'baseUrl', 'namespace', 'seed', 'journal'])
  expect(await shown(defaults)).toEqual(await shown({}))
})

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

/** What can be seen of a service's settings: what it holds, its pages, and how many requests it keeps. */
async function shown(given: MockServiceOptions): Promise<unknown> {
  const service = createMockService(given)
  const { baseUrl, namespace, seeded } = service
  const state = service.snapshot().toJSON()
  const ask = () => service.fetch(`${baseUrl}/api/v2/events`, { headers: { 'osdi-api-token': seeded.group.token } })
  for (let number = 0; number < 1001; number += 1) await ask()
  return { baseUrl, namespace, state, page: await (await ask()).json(), kept: service.requests.length }
}

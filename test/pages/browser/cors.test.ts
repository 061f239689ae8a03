import { EventsV1, EventsV2, isEventsError } from 'osdi-events'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from 'vitest/browser'

async function served(cors: boolean) {
  const { url, keys } = await commands.serve({ cors })
  onTestFinished(() => commands.closeServed(url))
  return { url, options: { baseUrl: url, apiKey: keys.group, dangerouslyAllowBrowser: true, retry: false } as const }
}

test('with the option cors a page of another origin can list and create events over HTTP, and read error responses', async () => {
  const { url, options } = await served(true)
  const events = new EventsV2(options)
  const made = await events.create({ title: 'Picnic', origin_system: 'Page' })
  expect((await events.list().toArray({ max: 9 })).items).toHaveLength(4)
  expect(await events.update(made, { title: 'Picnic, indoors' })).toMatchObject({ title: 'Picnic, indoors' })
  expect((await new EventsV1(options).get(made.identifiers[0] ?? '')).summary).toBe('Picnic, indoors')
  const error: unknown = await events.delete(made).catch((thrown: unknown) => thrown)
  expect(isEventsError(error) && [error.code, error.code === 'http' && error.headers.get('allow')]).toEqual([
    'http',
    expect.stringContaining('GET'),
  ])
  expect((await fetch(`${url}/api/v2/events`)).status).toBe(403)
})

test('without the option cors no page of another origin can read a response', async () => {
  const { options } = await served(false)
  await expect(new EventsV2(options).page(1)).rejects.toMatchObject({ code: 'network' })
})

test('no page of another origin can use the admin API, even with the option cors', async () => {
  for (const cors of [true, false]) {
    const { url } = await served(cors)
    await expect(fetch(`${url}/_mock/requests`)).rejects.toThrow(TypeError)
  }
  const { url, options } = await served(true)
  const events = new EventsV2(options)
  await events.create({ title: 'Picnic', origin_system: 'Page' })
  // Sent without asking first, and its answer unread: it must change nothing.
  await fetch(`${url}/_mock/reset`, { method: 'POST', mode: 'no-cors' })
  expect((await events.page(1)).total_records).toBe(4)
})

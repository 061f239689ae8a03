import { responseOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, redirect, type Step } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'

const statuses = [301, 302, 303, 307, 308]

const { header, least } = v2

const here = (path: string) => address('v2', path)
const moved = (status: number) => redirect(status, here('events/moved'))
const event = json(eventOf('v2'))

for (const status of statuses) {
  test(`get follows a redirect with ${status} below the service's address, and sends the key (v2 §9.1)`, async () => {
    const { client, requests } = clientOver('v2', [moved(status), event])
    const result = await client.get('e1')
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', here('events/e1')],
      ['GET', here('events/moved')],
    ])
    expect(requests[1]?.headers.get(header)).toBe(apiKey)
    expect(responseOf(result)).toMatchObject({ status: 200, url: here('events/moved'), attempts: [{ status: 200 }] })
  })
}

for (const status of [307, 308]) {
  test(`create and update follow a redirect with ${status}, with the same method, body and content type`, async () => {
    const { client, requests } = clientOver('v2', [moved(status), event, moved(status), event])
    await client.create(least)
    await client.update('e1', least)
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'PUT', 'PUT'])
    for (const { body, headers } of requests) {
      expect(JSON.parse(body)).toEqual(least)
      expect(headers.get('content-type')).toBe('application/json')
    }
  })
}

for (const status of [301, 302, 303]) {
  test(`create and update refuse a redirect with ${status}, which would lose the body`, async () => {
    const { client, requests } = clientOver('v2', [moved(status)])
    for (const [method, call] of [
      ['POST', () => client.create(least)],
      ['PUT', () => client.update('e1', least)],
    ] as const) {
      const error = await failureOf(call)
      expect(error).toMatchObject({ code: 'link', method, status, link: here('events/moved') })
      expect(error.message).toBe(
        `${error.method} ${error.url} was redirected to ${here('events/moved')} with status ${status}, which would not repeat the ${method}`,
      )
    }
    expect(requests).toHaveLength(2)
  })
}

test('delete refuses every redirect', async () => {
  for (const status of statuses) {
    const { client, requests } = clientOver('v2', [moved(status)])
    expect(await failureOf(() => client.delete('e1'))).toMatchObject({ code: 'link', status })
    expect(requests).toHaveLength(1)
  }
})

test('a call follows three redirects per attempt, and refuses the fourth', async () => {
  const steps = [302, 301, 307].map(moved)
  expect(await clientOver('v2', [...steps, event]).client.get('e1')).toEqual(eventOf('v2'))
  const { client, requests } = clientOver('v2', [moved(302)])
  expect(await failureOf(() => client.get('e1'))).toMatchObject({
    code: 'link',
    link: here('events/moved'),
    message: `GET ${here('events/e1')} was redirected to ${here('events/moved')} after 3 redirects already`,
  })
  expect(requests).toHaveLength(4)
})

test("get, create and update refuse a redirect out of the service's address (v2 §9.1)", async () => {
  const outside = [
    'https://elsewhere.example.org/',
    'http://events.example.org/api/',
    '//elsewhere.example.org/api/',
    '/api/',
    `/api/v2x/events`,
    '../../../login',
    `https://user:pass@events.example.org/api/v2/events`,
  ]
  for (const location of outside) {
    const { client, requests } = clientOver('v2', [redirect(307, location)])
    for (const call of [() => client.get('e1'), () => client.create(least), () => client.update('e1', least)]) {
      const error = await failureOf(call)
      expect(error).toMatchObject({ code: 'link', status: 307, base: here('') })
      expect(error.message).toContain(`which is not under ${here('')}`)
    }
    expect(requests).toHaveLength(3)
  }
})

test('a call resolves a relative Location against the address of the response', async () => {
  const steps = [redirect(302, 'moved/there'), redirect(302, 'again?a=1#part'), event]
  const { client, requests } = clientOver('v2', steps)
  await client.get('e1')
  expect(requests.map(({ url }) => url)).toEqual(
    ['events/e1', 'events/moved/there', 'events/moved/again?a=1'].map(here),
  )
})

test('a call throws LinkError for a response for which fetch itself followed a redirect', async () => {
  const followed: Step = async (request) => {
    const response = await event(request)
    return Object.defineProperties(response, {
      redirected: { value: true },
      url: { value: 'https://elsewhere.example.org/' },
    })
  }
  const { client, requests } = clientOver('v2', [followed], { retry: 2 })
  const error = await failureOf(() => client.get('e1'))
  expect(error).toMatchObject({ code: 'link', link: 'https://elsewhere.example.org/', status: 200 })
  expect(error.message).toMatch(/by a fetch that follows redirects although told not to$/)
  expect(requests).toHaveLength(1)
  expect(await failureOf(() => client.create(least))).toMatchObject({ code: 'link', outcome: 'unknown' })
})

test('a call reads a Location as UTF-8 if it is valid UTF-8, else as Latin-1', async () => {
  const utf8 = String.fromCharCode(...new TextEncoder().encode('café'))
  for (const written of [utf8, 'caf\u00e9']) {
    const { client, requests } = clientOver('v2', [redirect(302, here(`events/${written}`)), event])
    await client.get('e1')
    expect(requests[1]?.url, written).toBe(here('events/caf%C3%A9'))
  }
})

test('a call throws LinkError for a redirect whose target the browser hides, and HttpError for a redirect without Location', async () => {
  const opaque = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })
  const hidden = await failureOf(() => clientOver('v2', [opaque]).client.get('e1'))
  expect(hidden).toMatchObject({ code: 'link', base: here('') })
  expect(hidden.message).toContain('the browser hides where to')
  expect(hidden).not.toHaveProperty('link')
  const nowhere = () => new Response(null, { status: 302 })
  expect(await failureOf(() => clientOver('v2', [nowhere]).client.get('e1'))).toMatchObject({
    code: 'http',
    status: 302,
  })
  const created = json(eventOf('v2'), 201, { location: 'https://elsewhere.example.org/' })
  expect(await clientOver('v2', [created]).client.get('e1')).toHaveProperty('title')
})

test('a call that refuses a redirect aborts the request when the response body is not a stream', async () => {
  const away: Step = () =>
    Object.defineProperty(
      new Response(null, { status: 302, headers: { location: 'https://elsewhere.example.org/' } }),
      'body',
      {
        value: { pipe: () => {} },
      },
    )
  const { client, requests } = clientOver('v2', [away])
  expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'link' })
  expect(requests[0]?.signal.aborted).toBe(true)
})

import type { FaultEffect } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { codesOf, faulty, type Seen } from '../../support/faults.ts'
import { ways } from '../../support/ways.ts'

const json = ({ text = '' }: Seen) => JSON.parse(text)
const elsewhere = 'https://elsewhere.invalid/api'
const eventsIn = (answer: Seen): Record<string, unknown>[] => json(answer)._embedded['osdi:events']

type Shows = (answer: Seen, token: string, url: string, way: string) => void

/** A fault effect, the status in the request log (undefined: nothing was sent), and a check of the response that its caller gets. */
const kind = (title: string, effect: FaultEffect, status: number | undefined, shows: Shows) => ({
  ...{ title, effect, status, shows },
})

const brokenOff = (answer: Seen) => {
  expect(answer.status).toBe(200)
  expect(answer.error).toBeInstanceOf(TypeError)
  expect(String(answer.error)).toBe('TypeError: terminated')
}

const kinds = [
  kind('latency lets the request go on', { kind: 'latency', ms: { min: 0, max: 0 } }, 200, (answer) =>
    expect(eventsIn(answer)).toHaveLength(2),
  ),
  kind(
    'a status comes with any body as JSON and with any headers',
    { kind: 'status', status: 418, body: { teapot: ['short', 'stout'] }, headers: { 'X-Tea': 'yes' } },
    418,
    (answer) => {
      expect(json(answer)).toEqual({ teapot: ['short', 'stout'] })
      expect(answer.headers?.get('x-tea')).toBe('yes')
      expect(answer.headers?.get('content-type')).toBe('application/json')
    },
  ),
  kind('a status of an error comes in the service’s own form of one', { kind: 'status', status: 503 }, 503, (answer) =>
    expect(json(answer)).toEqual({ error: expect.stringMatching(/\S/) }),
  ),
  kind('a status of 204 comes without a body', { kind: 'status', status: 204 }, 204, ({ text }) =>
    expect(text).toBe(''),
  ),
  kind('a rate limit says when to come again', { kind: 'rate-limit' }, 429, (answer) => {
    expect(answer.headers?.get('retry-after')).toBe('1')
    expect(json(answer)).toEqual({ error: expect.stringMatching(/\S/) })
  }),
  kind('a rate limit can say nothing', { kind: 'rate-limit', retryAfter: null }, 429, ({ headers }) =>
    expect(headers?.get('retry-after')).toBe(null),
  ),
  kind('malformed JSON is whole and cannot be parsed', { kind: 'malformed-json' }, 200, (answer) => {
    expect(answer.headers?.get('content-type')).toBe('application/hal+json')
    expect(answer.text).toContain('osdi:events')
    expect(() => json(answer)).toThrow(SyntaxError)
  }),
  kind('a web page comes with status 200', { kind: 'html' }, 200, ({ text, headers }) => {
    expect(headers?.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toMatch(/^<!DOCTYPE html>/)
  }),
  kind('a truncated body ends before its time', { kind: 'truncated' }, 200, (answer, _token, _url, way) => {
    brokenOff(answer)
    expect(codesOf(answer.error)).toEqual(['UND_ERR_SOCKET'])
    if (way !== 'MSW in Node') expect(answer.error).toMatchObject({ cause: { message: 'other side closed' } })
  }),
  kind('a connection is reset before the headers', { kind: 'reset' }, undefined, ({ error }, _token, _url, way) => {
    expect(error).toBeInstanceOf(TypeError)
    if (way === 'MSW in Node') return
    const cause = { message: 'read ECONNRESET', code: 'ECONNRESET', errno: expect.any(Number), syscall: 'read' }
    expect(error).toMatchObject({ message: 'fetch failed', cause })
  }),
  kind(
    'a connection is reset after the headers',
    { kind: 'reset', at: 'after headers' },
    200,
    (answer, _token, _url, way) => {
      brokenOff(answer)
      if (way !== 'MSW in Node') expect(codesOf(answer.error)).toEqual(['ECONNRESET'])
    },
  ),
  kind('a redirect leads to another origin', { kind: 'redirect', to: elsewhere, status: 307 }, 307, (answer) => {
    expect(answer.headers?.get('location')).toBe(elsewhere)
    expect(answer.text).not.toBe('')
  }),
  kind('a next link leads back to its own page', { kind: 'next', to: 'loop' }, 200, (answer, _token, url) => {
    expect(json(answer)._links.next).toEqual({ href: url })
    expect(eventsIn(answer)).toHaveLength(2)
  }),
  kind('events without identifiers break the documented shape', { kind: 'shape' }, 200, (answer) => {
    expect(eventsIn(answer)).toHaveLength(2)
    for (const event of eventsIn(answer)) {
      expect([event.identifiers, event._links]).toEqual([undefined, expect.any(Object)])
    }
  }),
  kind(
    'members of events go and change at will',
    { kind: 'shape', remove: ['_links'], set: { location: 'Chicago', identifiers: null } },
    200,
    (answer) => {
      for (const event of eventsIn(answer)) {
        expect(event).toMatchObject({ location: 'Chicago', identifiers: null })
        expect(event).not.toHaveProperty('_links')
      }
    },
  ),
  kind('an error repeats the key as it was sent', { kind: 'echo-key', status: 400 }, 400, (answer, token) =>
    expect(json(answer).error).toContain(token),
  ),
  kind('new events appear before the answer', { kind: 'new-events', count: 2 }, 200, (answer) =>
    expect(json(answer)).toMatchObject({ total_records: 5, total_pages: 3 }),
  ),
]

for (const [way, reach] of Object.entries(ways)) {
  for (const { title, effect, status, shows } of kinds) {
    test(`${way}: ${title}`, async () => {
      await using opened = await faulty(reach, 'v2')
      const { service, key, target, events, add, get } = opened
      const fault = add({ version: 'v2', effect })
      const answer = await get()
      if (status !== undefined) expect(answer.status).toBe(status)
      shows(answer, key.token, target.baseUrl + events, way)
      expect(fault.hits).toBe(1)
      expect(service.requests.map((entry) => [entry.fault, entry.status])).toEqual([[effect.kind, status]])
      expect(JSON.stringify(service.requests)).not.toContain(key.token)
    })
  }

  test(`${way}: a body that stalls is aborted with the signal’s reason`, async () => {
    await using opened = await faulty(reach, 'v2')
    const { target, headers, events, add } = opened
    add({ effect: { kind: 'stall' } })
    const controller = new AbortController()
    const { signal } = controller
    const answer = await target.fetch(target.baseUrl + events, { headers, signal })
    const body = answer.text()
    controller.abort(new Error('enough'))
    expect(answer.status).toBe(200)
    await expect(body).rejects.toThrow('enough')
  })

  test(`${way}: the first half of a body that stalls can be read`, async () => {
    await using opened = await faulty(reach, 'v2')
    const { service, target, headers, events, add } = opened
    add({ effect: { kind: 'stall' } })
    const answer = await target.fetch(target.baseUrl + events, { headers })
    const reader = answer.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toMatch(/^\{"/)
    const rest = reader?.read()
    service.faults.clear()
    await expect(rest).rejects.toThrow('terminated')
  })

  test(`${way}: a request that is never answered is aborted with the signal’s reason`, async () => {
    await using opened = await faulty(reach, 'v2')
    const { service, get, add } = opened
    const fault = add({ effect: { kind: 'no-answer' } })
    const controller = new AbortController()
    const { signal } = controller
    const answer = get(undefined, { signal })
    await fault.hit()
    controller.abort(new Error('enough'))
    expect(await answer).toEqual({ error: new Error('enough') })
    expect(service.requests.map((entry) => [entry.fault, entry.status])).toEqual([['no-answer', undefined]])
  })
}

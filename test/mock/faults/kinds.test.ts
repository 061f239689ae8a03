import type { FaultEffect } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { codesOf, faulty, type Seen, until } from '../../support/faults.ts'
import { ways } from '../../support/ways.ts'

const json = ({ text = '' }: Seen) => JSON.parse(text)
const eventsIn = (answer: Seen): Record<string, unknown>[] => json(answer)._embedded['osdi:events']

interface Kind {
  readonly title: string
  readonly effect: FaultEffect
  /** What the journal notes; absent: no status was sent. */
  readonly status?: number
  readonly shows: (answer: Seen, token: string, url: string, way: string) => void
}

const brokenOff = (answer: Seen) => {
  expect(answer.status).toBe(200)
  expect(answer.error).toBeInstanceOf(TypeError)
  expect(String(answer.error)).toBe('TypeError: terminated')
}

const kinds: readonly Kind[] = [
  {
    title: 'latency lets the request go on',
    effect: { kind: 'latency', ms: { min: 0, max: 0 } },
    status: 200,
    shows: (answer) => expect(eventsIn(answer)).toHaveLength(2),
  },
  {
    title: 'a status comes with any body as JSON and with any headers',
    effect: { kind: 'status', status: 418, body: { teapot: ['short', 'stout'] }, headers: { 'X-Tea': 'yes' } },
    status: 418,
    shows: (answer) => {
      expect(json(answer)).toEqual({ teapot: ['short', 'stout'] })
      expect(answer.headers?.get('x-tea')).toBe('yes')
      expect(answer.headers?.get('content-type')).toBe('application/json')
    },
  },
  {
    title: 'a status comes with a text as it is',
    effect: { kind: 'status', status: 200, body: 'ok', headers: { 'content-type': 'text/csv' } },
    status: 200,
    shows: (answer) => {
      expect(answer.text).toBe('ok')
      expect(answer.headers?.get('content-type')).toBe('text/csv')
    },
  },
  {
    title: 'a status of an error comes in the service’s own form of one',
    effect: { kind: 'status', status: 503 },
    status: 503,
    shows: (answer) => expect(json(answer)).toEqual({ error: expect.stringMatching(/\S/) }),
  },
  ...[204, 205, 304].map((status) => ({
    title: `a status of ${status} comes without a body`,
    effect: { kind: 'status', status } as const,
    status,
    shows: (answer: Seen) => expect(answer.text).toBe(''),
  })),
  {
    title: 'a rate limit says when to come again',
    effect: { kind: 'rate-limit' },
    status: 429,
    shows: (answer) => {
      expect(answer.headers?.get('retry-after')).toBe('1')
      expect(json(answer)).toEqual({ error: expect.stringMatching(/\S/) })
    },
  },
  {
    title: 'a rate limit can give a date',
    effect: { kind: 'rate-limit', retryAfter: 'Fri, 31 Dec 2027 23:59:59 GMT' },
    status: 429,
    shows: (answer) => expect(answer.headers?.get('retry-after')).toBe('Fri, 31 Dec 2027 23:59:59 GMT'),
  },
  {
    title: 'a rate limit can leave it open',
    effect: { kind: 'rate-limit', retryAfter: null },
    status: 429,
    shows: (answer) => expect(answer.headers?.has('retry-after')).toBe(false),
  },
  {
    title: 'malformed JSON is whole and cannot be parsed',
    effect: { kind: 'malformed-json' },
    status: 200,
    shows: (answer) => {
      expect(answer.headers?.get('content-type')).toBe('application/hal+json')
      expect(answer.text).toContain('osdi:events')
      expect(() => json(answer)).toThrow(SyntaxError)
    },
  },
  {
    title: 'a web page comes with status 200',
    effect: { kind: 'html' },
    status: 200,
    shows: (answer) => {
      expect(answer.headers?.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.text).toMatch(/^<!DOCTYPE html>/)
    },
  },
  {
    title: 'a truncated body ends before its time',
    effect: { kind: 'truncated' },
    status: 200,
    shows: (answer, _token, _url, way) => {
      brokenOff(answer)
      expect(codesOf(answer.error)).toEqual(['UND_ERR_SOCKET'])
      if (way !== 'MSW in Node') expect(answer.error).toMatchObject({ cause: { message: 'other side closed' } })
    },
  },
  {
    title: 'a connection is reset before the headers',
    effect: { kind: 'reset' },
    shows: (answer, _token, _url, way) => {
      expect(answer.error).toBeInstanceOf(TypeError)
      if (way === 'MSW in Node') return
      expect(String(answer.error)).toBe('TypeError: fetch failed')
      expect(answer.error).toMatchObject({
        cause: { message: 'read ECONNRESET', code: 'ECONNRESET', errno: expect.any(Number), syscall: 'read' },
      })
    },
  },
  {
    title: 'a connection is reset after the headers',
    effect: { kind: 'reset', at: 'after headers' },
    status: 200,
    shows: (answer, _token, _url, way) => {
      brokenOff(answer)
      if (way !== 'MSW in Node') expect(codesOf(answer.error)).toEqual(['ECONNRESET'])
    },
  },
  {
    title: 'a redirect leads to another origin',
    effect: { kind: 'redirect', to: 'https://elsewhere.invalid/sign-in', status: 307 },
    status: 307,
    shows: (answer) => {
      expect(answer.headers?.get('location')).toBe('https://elsewhere.invalid/sign-in')
      expect(answer.text).not.toBe('')
    },
  },
  {
    title: 'a next link leads back to its own page',
    effect: { kind: 'next', to: 'loop' },
    status: 200,
    shows: (answer, _token, url) => {
      expect(json(answer)._links.next).toEqual({ href: url })
      expect(eventsIn(answer)).toHaveLength(2)
    },
  },
  {
    title: 'a next link leads anywhere',
    effect: { kind: 'next', to: 'https://elsewhere.invalid/api' },
    status: 200,
    shows: (answer) => expect(json(answer)._links.next).toEqual({ href: 'https://elsewhere.invalid/api' }),
  },
  {
    title: 'events without identifiers break the documented shape',
    effect: { kind: 'shape' },
    status: 200,
    shows: (answer) => {
      expect(eventsIn(answer)).toHaveLength(2)
      for (const event of eventsIn(answer)) {
        expect(event).not.toHaveProperty('identifiers')
        expect(event).toHaveProperty('_links')
      }
    },
  },
  {
    title: 'members of events go and change at will',
    effect: { kind: 'shape', remove: ['_links'], set: { location: 'Chicago', identifiers: null } },
    status: 200,
    shows: (answer) => {
      for (const event of eventsIn(answer)) {
        expect(event).toMatchObject({ location: 'Chicago', identifiers: null })
        expect(event).not.toHaveProperty('_links')
      }
    },
  },
  {
    title: 'an error repeats the key as it was sent',
    effect: { kind: 'echo-key', status: 400 },
    status: 400,
    shows: (answer, token) => expect(json(answer).error).toContain(token),
  },
  {
    title: 'new events appear before the answer',
    effect: { kind: 'new-events', count: 2 },
    status: 200,
    shows: (answer) => expect(json(answer)).toMatchObject({ total_records: 5, total_pages: 3 }),
  },
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
    await until(() => fault.hits === 1)
    controller.abort(new Error('enough'))
    expect(await answer).toEqual({ error: new Error('enough') })
    expect(service.requests.map((entry) => [entry.fault, entry.status])).toEqual([['no-answer', undefined]])
  })
}

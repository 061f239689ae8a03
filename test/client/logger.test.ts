import { setImmediate as nextTurn } from 'node:timers/promises'
import { format } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, refusal, type Step } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey } from '../support/versions.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => void vi.restoreAllMocks())

const levels = ['debug', 'info', 'warn', 'error'] as const

/** A logger that keeps its lines; like many loggers, it needs its own `this`. */
class Lines {
  readonly all: unknown[][] = []
  debug(...line: unknown[]) {
    this.all.push(['debug', ...line])
  }
  info(...line: unknown[]) {
    this.all.push(['info', ...line])
  }
  warn(...line: unknown[]) {
    this.all.push(['warn', ...line])
  }
  error(...line: unknown[]) {
    this.all.push(['error', ...line])
  }
  get messages() {
    return this.all.map(([level, message]) => `${level} ${String(message).replace(/\d+ ms/, '… ms')}`)
  }
}

const url = address('v2', 'events/e1')
const event = json(eventOf('v2'))

test('logger.debug gets requests, logger.info responses, logger.warn retries and logger.error errors', async () => {
  const logger = new Lines()
  const { client } = clientOver('v2', [refusal(503), event, refusal(404)], { logger, retry: 1 })
  await client.get('e1')
  await failureOf(() => client.get('e1'))
  expect(logger.messages).toEqual([
    `debug GET ${url} was sent`,
    `info GET ${url} answered 503 in … ms`,
    `warn GET ${url} answered 503: Resting; attempt 2 follows after … ms`,
    `debug GET ${url} was sent, attempt 2`,
    `info GET ${url} answered 200 in … ms`,
    `debug GET ${url} was sent`,
    `info GET ${url} answered 404 in … ms`,
    `error GET ${url} answered 404: Resting`,
  ])
  expect(logger.all[7]?.[2]).toMatchObject({ code: 'http', status: 404, attempt: 1 })
})

test('each log message is one line without the key, even if the service sends line breaks and the key', async () => {
  const hostile: Step = json({ error: `a\r\nERROR ${apiKey}\u001b[31m\u2028b ${btoa(apiKey)}` }, 503, {
    'x-k': apiKey,
  })
  const logger = new Lines()
  const { client } = clientOver('v2', [hostile], { logger, retry: 1 })
  await failureOf(() => client.get('e1', { query: { key: apiKey } }))
  expect(logger.all).toHaveLength(6)
  for (const [, message] of logger.all) expect(message).not.toMatch(/[\p{Cc}\u2028]/u)
  for (const form of [apiKey, btoa(apiKey)]) expect(shows(logger.all, form)).toBe(false)
})

const percent = '50%off %s %o %d %j %c %% %'

test("a logger that replaces % sequences prints the service's text unchanged", async () => {
  const written: string[] = []
  // Like pino: fills placeholders from the further arguments, and drops the arguments that remain.
  const pinoLike = (text: string, ...facts: unknown[]) => {
    const fill = (place: string) => (place === '%%' ? '%' : facts.length > 0 ? JSON.stringify(facts.shift()) : place)
    written.push(facts.length > 0 ? text.replace(/%[sdjoO%]/g, fill) : text)
  }
  const consoleLike = (...line: unknown[]) => written.push(format(...line))
  for (const error of [consoleLike, pinoLike]) {
    written.length = 0
    const { client } = clientOver('v2', [json({ error: percent }, 400)], { logger: { error } })
    await failureOf(() => client.get('e1', { query: { q: 'é%' } }))
    const line = written.at(-1)
    expect(line?.startsWith(`GET ${url}?q=%C3%A9%25 answered 400: ${percent}`), line).toBe(true)
    if (error === consoleLike) expect(line).toMatch(/^[^{]+ \{\s+call: \d+,/)
  }
})

test('a logger that throws or rejects breaks no call', async () => {
  const thrower = () => {
    throw new Error('disk full')
  }
  for (const method of [thrower, async () => thrower()]) {
    const logger = Object.fromEntries(levels.map((level) => [level, method]))
    const { client } = clientOver('v2', [refusal(503), event], { logger, hooks: { onRequest: thrower }, retry: 1 })
    expect(await client.get('e1')).toEqual(eventOf('v2'))
  }
  // An unhandled rejection fails the run.
  await nextTurn()
})

import { expect, test } from 'vitest'
import type { Clock } from '../../src/cli/run/io.ts'
import { durationText, Speedometer } from '../../src/cli/terminal/progress.ts'
import { type Around, commandLine, linesOf } from '../support/command-line.ts'

/** A clock that moves by hand, and then runs what {@link Clock.every} was given. */
function handClock() {
  let time = Date.parse('2026-05-01T12:00:00Z')
  const timers = new Set<{ readonly ms: number; readonly work: () => void; next: number }>()
  const clock: Clock = {
    now: () => time,
    elapsed: () => time,
    sleep: async () => {},
    every: (ms, work) => {
      const timer = { ms, work, next: time + ms }
      timers.add(timer)
      return { [Symbol.dispose]: () => void timers.delete(timer) }
    },
  }
  const pass = (ms: number) => {
    for (const end = time + ms; time < end; time += 100)
      for (const timer of timers)
        if (time + 100 >= timer.next) {
          timer.next += timer.ms
          timer.work()
        }
  }
  return { clock, pass }
}

/** An export of 100 events, 10 on a page, whose pages each take this many milliseconds. */
async function slowExport(ms: number, around: Around) {
  const cli = commandLine({ events: 100, perPage: 10 })
  const { clock, pass } = handClock()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    pass(ms)
    return cli.service.fetch(input, init)
  }
  const { code, stderr } = await cli.ran(['export', '--prefetch', '0'], {
    ...around,
    clock,
    fetch,
  })
  expect(code).toBe(0)
  return stderr
}

test('export --json-progress prints totals as numbers, even if the service sends them as text', async () => {
  const cli = commandLine({ events: 4, perPage: 2 })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    const body = (await response.text()).replace(/"(total_(?:pages|records))":(\d+)/g, '"$1":"$2"')
    return new Response(body, response)
  }
  const { code, stderr } = await cli.ran(['export', '--json-progress'], { fetch })
  expect(code, stderr).toBe(0)
  expect(linesOf(stderr).at(-1)).toMatchObject({ state: 'done', totalPages: 2, totalEvents: 4, events: 4 })
})

const erase = '\r\u001b[K'

test('export at a terminal shows one progress line after half a second, with the speed after a second, and removes it at the end', async () => {
  const stderr = await slowExport(300, { columns: 80, env: { NO_COLOR: '1' } })
  const [before, ...lines] = stderr.split(erase)
  expect(before).toBe('')
  expect(lines.every((line) => !line.includes('\n') || line === lines.at(-1))).toBe(true)
  expect(lines[0]).toBe('exporting · 10 of 100 events')
  expect(lines).toContain('exporting · 40 of 100 events · 33/s · 2 s left')
  expect(lines.at(-2)).toBe('exporting · 90 of 100 events · 33/s · 1 s left')
  expect(lines.at(-1)).toBe('100 events\n')
})

test('a progress line says how often the service asked to wait with status 429', async () => {
  const cli = commandLine({ events: 20, perPage: 10 })
  const { clock, pass } = handClock()
  let requests = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    pass(900)
    requests += 1
    if (requests % 3 > 0) return new Response('', { status: 429, headers: { 'Retry-After': '0' } })
    return cli.service.fetch(input, init)
  }
  const around = { clock, fetch, columns: 80, env: { NO_COLOR: '1' } }
  const { code, stderr } = await cli.ran(['export', '--prefetch', '0'], around)
  expect(code).toBe(0)
  const lines = stderr.split(erase)
  expect(lines).toContain('exporting · waiting for the first page · asked to wait')
  expect(lines).toContain('exporting · waiting for the first page · asked to wait 2 times')
  expect(lines).toContain('exporting · 10 of 20 events · 3.7/s · 3 s left · asked to wait 4 times')
  expect(lines.at(-1)).toBe('20 events\n')
})

test('export at a terminal says that it waits for the first page, and shortens the line at a narrow one', async () => {
  const [wide, narrow] = [80, 30].map((columns) => slowExport(900, { columns, env: { NO_COLOR: '1' } }))
  expect((await wide)?.split(erase)[1]).toBe('exporting · waiting for the first page')
  expect((await narrow)?.split(erase)).toContain('exporting · 20 of 100 events…')
})

test('export without a terminal prints a line every ten seconds and at the end, and no line if it ends within ten seconds', async () => {
  expect(await slowExport(900, {})).toBe('')
  const lines = (await slowExport(4000, {})).trimEnd().split('\n')
  expect(lines).toEqual([
    'exporting · 20 of 100 events · 2.5/s · 32 s left',
    'exporting · 50 of 100 events · 2.5/s · 20 s left',
    'exporting · 70 of 100 events · 2.5/s · 12 s left',
    'exporting · 100 of 100 events · 2.5/s',
  ])
})

test('the progress line shows the speed of the last ten seconds', () => {
  const { clock, pass } = handClock()
  const speedometer = new Speedometer(clock, 1000)
  pass(10_000)
  expect(speedometer.read({ done: 1100, total: 2000 })).toEqual({ perSecond: 10, secondsLeft: 90 })
  pass(20_000)
  expect(speedometer.read({ done: 1100, total: 2000 }).perSecond).toBeCloseTo(0)
  pass(10_000)
  expect(speedometer.read({ done: 1300, total: 2000 })).toEqual({ perSecond: 20, secondsLeft: 35 })
})

test('the progress line shows a long remaining time in minutes and hours', () => {
  expect([6.2, 0, 59.5, 3599, 7325].map(durationText)).toEqual(['7 s', '0 s', '1 min 0 s', '59 min 59 s', '2 h 2 min'])
})

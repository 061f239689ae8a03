import { chromium, type Page } from 'playwright'
import { chromiumOptions } from '../../support/chromium.ts'
import { count, type Pace, type Row } from './measure.ts'
import { type Child, newEventOf, start } from './programs.ts'

/** Requests that are open at the same time. */
const connections = 16
/** Milliseconds after which the newest request must be the first row. */
const lagLimit = 1000
/** Milliseconds that one task of the page may take. */
const taskLimit = 200

/** An explorer that is open in Chromium while a program sends requests: how long its tasks take, and when the newest request is its first row. */
export async function log({ requests }: Pace): Promise<readonly Row[]> {
  const browser = await chromium.launch(chromiumOptions)
  try {
    const rows: Row[] = []
    for (const [what, prepare] of Object.entries(views)) rows.push(...(await measured(what, prepare, requests)))
    return rows
  } finally {
    await browser.close()
  }

  async function measured(what: string, { at = '', search }: Watched, total: number): Promise<readonly Row[]> {
    await using service = await start('service', [1000])
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(watchTasks)
    await send(service, 1, 3)
    await page.goto(`${service.url}/_mock/ui#/${at}`)
    await page.locator('.row-link').first().waitFor()
    if (search !== undefined) await page.getByRole('searchbox').fill(search)
    await takeTasks(page)
    const shown = firstRowIs(page, total)
    const began = performance.now()
    await send(service, 4, total)
    const sent = performance.now()
    const lag = (await shown) - sent
    const meanwhile = await takeTasks(page)
    const rate = `${count(total)} requests in ${((sent - began) / 1000).toFixed(1)} s, ${what}`
    return [
      { ...row(lag, lagLimit), what: `${rate}: from the last response to its row` },
      {
        ...row(meanwhile.longest, taskLimit),
        what: `longest task of the page meanwhile (${meanwhile.long} over 50 ms)`,
      },
      ...(search === undefined ? [] : await typed(page)),
    ]
  }
}

interface Watched {
  /** Address inside the explorer. */
  readonly at?: string
  /** Words in the search field. */
  readonly search?: string
}

const views: Readonly<Record<string, Watched>> = {
  'the list open': {},
  'a request open': { at: 'requests/1' },
  'a search open': { search: 'events' },
}

const row = (ms: number, limit: number): Pick<Row, 'ours' | 'theirs' | 'target' | 'reached'> => ({
  ours: `${ms.toFixed(0)} ms`,
  theirs: '',
  target: `< ${limit} ms`,
  reached: ms < limit,
})

/** The time at which the request with a number is the first row. */
async function firstRowIs(page: Page, number: number): Promise<number> {
  await page.waitForFunction((id) => document.querySelector('.row-link')?.id === id, `request-${number}`, {
    timeout: 0,
  })
  return performance.now()
}

/** Makes a page keep the milliseconds of its long tasks, which are those over 50 ms. */
function watchTasks(): void {
  const tasks: number[] = []
  Object.assign(globalThis, { longTasks: tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** The longest task of a page since the last call, in milliseconds. Counts tasks up to 50 ms as 0. */
async function takeTasks(page: Page): Promise<{ readonly longest: number; readonly long: number }> {
  const tasks = await page.evaluate(() => {
    const { longTasks } = globalThis as unknown as { longTasks: number[] }
    // The browser tells of a task after the task.
    return new Promise<number[]>((resolve) => setTimeout(() => resolve(longTasks.splice(0)), 100))
  })
  return { longest: Math.max(0, ...tasks), long: tasks.length }
}

/** Types a search into a full log, letter by letter. */
async function typed(page: Page): Promise<readonly Row[]> {
  const field = page.getByRole('searchbox')
  await field.fill('')
  await takeTasks(page)
  const began = performance.now()
  await field.pressSequentially('events.create 400', { delay: 60 })
  const pressed = performance.now()
  await page.locator('.head .note', { hasText: ' of ' }).waitFor()
  const found = performance.now()
  const { longest } = await takeTasks(page)
  return [
    { ...row(found - pressed, lagLimit), what: `search of the full log, typed in ${(pressed - began).toFixed(0)} ms` },
    { ...row(longest, taskLimit), what: 'longest task of the page meanwhile' },
  ]
}

/** Sends requests as an application does: pages of events, single events, new events, and some that fail. */
async function send({ url, key }: Child, first: number, last: number): Promise<void> {
  const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
  let next = first
  const sending = async () => {
    for (let number = next++; number <= last; number = next++) {
      const address = `${url}/api/v2/events?n=${number}`
      const body = number % 10 === 0 ? '{"origin_system":"Bench"}' : newEventOf(number)
      const init = number % 5 === 0 ? { method: 'POST', body, headers } : { headers }
      await (await fetch(address, init)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, sending))
}

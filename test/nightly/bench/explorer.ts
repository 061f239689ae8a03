import { type Browser, chromium, type Page } from 'playwright'
import { chromiumOptions } from '../../support/chromium.ts'
import { count, type Pace, type Row } from './measure.ts'
import { type Child, newEventOf, start } from './programs.ts'

/** Requests that a program sends at the same time. */
const connections = 16
/** Milliseconds after which the newest request must be the first row, and a search must be done. */
const lagLimit = 1000
/** Milliseconds that a task of the page may take. */
const taskLimit = 200

interface Open {
  /** Address inside the explorer. */
  readonly at: string
  /** Text in the search field. */
  readonly search: string
}

/** What is open in the explorer while the requests come. */
const opens: Readonly<Record<string, Open>> = {
  'with the list': { at: 'requests', search: '' },
  'with a request': { at: 'requests/1', search: '' },
  'with a search': { at: 'requests', search: 'events' },
}

/** An explorer that is open in Chromium while a program sends requests: when the newest request is its first row, and how long its tasks take. */
export async function log({ requests }: Pace): Promise<readonly Row[]> {
  const browser = await chromium.launch(chromiumOptions)
  try {
    const rows: Row[] = []
    for (const [what, open] of Object.entries(opens)) rows.push(...(await burst(browser, what, open, requests)))
    return rows
  } finally {
    await browser.close()
  }
}

async function burst(browser: Browser, what: string, { at, search }: Open, requests: number): Promise<readonly Row[]> {
  await using service = await start('service', [1000])
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(watchTasks)
  await send(service, 1, 3)
  await page.goto(`${service.url}/_mock/ui#/${at}`)
  await page.locator('#request-1').waitFor()
  await page.getByRole('searchbox').fill(search)
  await takeTasks(page)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const shown = firstRowIs(page, requests)
  const began = performance.now()
  await send(service, 4, requests)
  const sent = performance.now()
  const lag = (await shown) - sent
  const rate = `${count(requests)} requests in ${((sent - began) / 1000).toFixed(1)} s, ${what}`
  const longest = row('longest task of the page meanwhile', await takeTasks(page), taskLimit)
  const byCpu = `${longestByCpu(await browser.stopTracing()).toFixed(0)} ms`
  const rows = [row(`${rate}: from the last response to its row`, lag, lagLimit), { ...longest, byCpu }]
  if (search !== '') rows.push(...(await searched(page)))
  await page.close()
  return rows
}

const row = (what: string, ms: number, limit: number): Row => ({
  what,
  ours: `${ms.toFixed(0)} ms`,
  theirs: '',
  target: `< ${limit} ms`,
  reached: ms < limit,
})

/** Searches a full log: by a text at once, and by the same text letter by letter. */
async function searched(page: Page): Promise<readonly Row[]> {
  const text = 'events.create 400'
  const field = page.getByRole('searchbox')
  const note = page.locator('.head .note')
  const cleared = note.filter({ hasNotText: /./ })
  const found = note.filter({ hasText: /^\d+ of / })
  await field.fill('')
  await cleared.waitFor({ state: 'attached' })
  await takeTasks(page)
  const began = performance.now()
  await field.fill(text)
  await found.waitFor()
  const took = performance.now() - began
  await field.fill('')
  await cleared.waitFor({ state: 'attached' })
  await field.pressSequentially(text, { delay: 60 })
  await found.waitFor()
  return [
    row('search of the full log: from its text to its rows', took, lagLimit),
    row('longest task of the page meanwhile', await takeTasks(page), taskLimit),
  ]
}

/** Sends requests as an application does: pages of events, new events, and some that the service refuses. */
async function send({ url, key }: Child, first: number, last: number): Promise<void> {
  const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
  let next = first
  const sending = async () => {
    for (let number = next++; number <= last; number = next++) {
      const body = number % 10 === 0 ? '{"origin_system":"Bench"}' : newEventOf(number)
      const init = number % 5 === 0 ? { method: 'POST', body, headers } : { headers }
      await (await fetch(`${url}/api/v2/events?n=${number}`, init)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, sending))
}

/** The time at which the request with a number is the first row. */
async function firstRowIs(page: Page, number: number): Promise<number> {
  await page.waitForFunction((id) => document.querySelector('.row-link')?.id === id, `request-${number}`)
  return performance.now()
}

/** Makes a page keep the milliseconds of its long tasks, which are those over 50 ms. */
function watchTasks(): void {
  const longTasks: number[] = []
  Object.assign(globalThis, { longTasks })
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  })
  observer.observe({ type: 'longtask', buffered: true })
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the processor that the thread took for the event. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Milliseconds of the processor that the longest task of a page took, by a trace of the browser: other programs make tasks longer, but not this. */
function longestByCpu(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const isPage = new Set(mains.map(threadOf))
  return (
    traceEvents.reduce((most, event) => (isPage.has(threadOf(event)) ? Math.max(most, event.tdur ?? 0) : most), 0) /
    1000
  )
}

/** Milliseconds of the longest task of a page since the last call. Tasks up to 50 ms count as 0. */
async function takeTasks(page: Page): Promise<number> {
  const tasks = await page.evaluate(() => {
    const { longTasks } = globalThis as unknown as { readonly longTasks: number[] }
    // The browser reports a task only after it has ended.
    return new Promise<number[]>((resolve) => setTimeout(() => resolve(longTasks.splice(0)), 100))
  })
  return Math.max(0, ...tasks)
}

import { chromium, type Page } from 'playwright'
import { chromiumOptions } from '../../support/chromium.ts'
import { served } from './mock/service.ts'
import { count, median, type Pace, type Row, time } from './support/measure.ts'
import { start } from './support/programs.ts'

/** A page of a browser of its own, until it is disposed of. */
export async function browserPage(): Promise<AsyncDisposable & { readonly page: Page }> {
  const browser = await chromium.launch(chromiumOptions)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  return { page, [Symbol.asyncDispose]: () => browser.close() }
}

/** Milliseconds that something takes. */
export async function took(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

/** From the address to the first events on the screen, in a tab that was closed before: nothing of it is cached. */
export async function opened(pace: Pace): Promise<readonly Row[]> {
  await using service = await start('servers/service.ts', ['60'])
  await using browser = await browserPage()
  const { page } = browser
  const rounds: number[] = []
  for (let round = 0; round <= pace.rounds; round += 1) {
    await page.goto('about:blank')
    await page.goto(`${served(service).url}/_mock/ui`)
    await page.locator('tbody .row-link').first().waitFor()
    const painted = 'performance.getEntriesByName("events shown")[0].startTime'
    rounds.push(await page.evaluate<number>(painted))
  }
  // The first starts what the browser starts but once.
  const milliseconds = median(rounds.slice(1))
  return [
    {
      what: 'opening the explorer, to the first events on the screen',
      ours: time(milliseconds * 1000),
      theirs: '',
      target: '< 1.0 s',
      reached: milliseconds < 1000,
    },
  ]
}

/** Milliseconds of a task from which on a browser counts it as long. */
const long = 50

/** The list of events where there are a hundred thousand: opened, searched, sorted and scrolled from end to end. */
export async function many({ quick, seconds }: Pace): Promise<readonly Row[]> {
  const events = quick ? 10_000 : 100_000
  await using service = await start('servers/service.ts', [String(events)])
  await using browser = await browserPage()
  const { page } = browser
  const { url } = served(service)
  const rows = page.locator('tbody .row-link')
  const open = await took(async () => {
    await page.goto(`${url}/_mock/ui`)
    await rows.first().waitFor()
  })
  const search = await took(async () => {
    await page.getByRole('searchbox').fill('picnic nashville')
    await page.getByRole('status').filter({ hasText: 'found' }).waitFor()
  })
  await page.goto(`${url}/_mock/ui#/events`)
  const sorted = () =>
    took(async () => {
      await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
      await page.locator('th[aria-sort]', { hasText: 'Title' }).waitFor()
      await rows.first().waitFor()
    })
  const [first, again] = [await sorted(), await sorted()]
  const { frames, worst, longest } = await scrolled(page, seconds * 1000)
  const of = `of ${count(events)} events`
  const row = (what: string, milliseconds: number): Row => ({
    what: `${what} ${of}`,
    ours: time(milliseconds * 1000),
    theirs: '',
  })
  return [
    row('opening the list', open),
    row('the first search, its index made', search),
    row('the first sorting by title', first),
    row('the other way round', again),
    {
      what: `longest task while the list ${of} is scrolled from end to end (${frames} frames, the slowest ${time(worst * 1000)})`,
      ours: longest < long ? `none of ${long} ms` : time(longest * 1000),
      theirs: '',
      target: `< ${long} ms`,
      reached: longest < long,
    },
  ]
}

/** Scrolls from the first row to the last, a step a frame; how many frames there were, and the longest task. */
const scrolled = (page: Page, milliseconds: number) =>
  page.evaluate(async (duration) => {
    const box = document.querySelector('.list-box')
    if (!box) throw new Error('There is no list')
    let longest = 0
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    watch.observe({ type: 'longtask' })
    const began = performance.now()
    let [frames, worst, last] = [0, 0, began]
    for (;;) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const part = Math.min(1, (now - began) / duration)
      worst = Math.max(worst, now - last)
      last = now
      frames += 1
      box.scrollTop = part * (box.scrollHeight - box.clientHeight)
      if (part === 1) break
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    watch.disconnect()
    return { frames, worst, longest }
  }, milliseconds)

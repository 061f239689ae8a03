import { chromium as browserType } from 'playwright'
import { chromiumOptions } from '../../../support/chromium.ts'
import type { Verdict } from '../checks/check.ts'
import type { Runtime } from './process.ts'

/** Chromium: a page that the service's own server serves, so that the browser lets it read every answer. */
export const chromium: Runtime = {
  name: 'Chromium',
  version: async () => {
    const browser = await browserType.launch(chromiumOptions)
    const version = `Chromium ${browser.version()}`
    await browser.close()
    return version
  },
  run: async (_, settings) => {
    const browser = await browserType.launch(chromiumOptions)
    try {
      const page = await browser.newPage()
      await page.goto(`${settings.home}/page.html`)
      const runAll = `runAll(${JSON.stringify({ ...settings, page: true })})`
      return (await page.evaluate(runAll)) as Verdict[]
    } finally {
      await browser.close()
    }
  },
}

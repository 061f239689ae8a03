import { chromium, type Page } from 'playwright'
import { chromiumOptions } from '../../../support/chromium.ts'

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

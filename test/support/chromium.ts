import { existsSync } from 'node:fs'

/**
 * The system's Chromium, because tests cannot download one. The headless shell comes first: it has no windows, extensions or settings pages to
 * start, and takes less than half of the processor's time for a page. `CHROMIUM` names another program.
 */
const program =
  process.env.CHROMIUM ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find(existsSync)

/** How tests start Chromium. */
export const chromiumOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  ...(program && { executablePath: program }),
}

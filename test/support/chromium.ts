import { existsSync } from 'node:fs'

/** A Chromium of the system, since the test tools' own may not be downloaded; `CHROMIUM` names another. */
const program =
  process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

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

// Tests the example events-page, in the folder beside this one. Run it: `npm install --save-dev @playwright/test && npx playwright install chromium`, then `npx playwright test`.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  // All tests share one service and one app, so they run one by one.
  workers: 1,
  use: { baseURL: 'http://127.0.0.1:3000' },
  webServer: {
    // The mock service starts the app, and tells it address and key by EVENTS_BASE_URL and EVENTS_API_KEY.
    command: 'npx osdi-events mock --preset action-network --events 0 --port 4010 -- npm start --prefix ../events-page',
    env: { EVENTS_CACHE: 'off' },
    url: 'http://127.0.0.1:3000/events',
  },
})

/**
 * The same pages as a Cloudflare Worker. In a copy of this folder: `npm install`, `npx wrangler secret put EVENTS_API_KEY`, `npx wrangler deploy`.
 * `wrangler.jsonc` has the other settings; the Worker's assets are the folder `public`. Needs the packages of `package.json`.
 */
import type { Hono } from 'hono'
import { appOf } from './app.ts'
import { type Settings, siteOf } from './lib/site.ts'

let app: Hono | undefined

export default {
  fetch(...[request, env, context]: Parameters<Hono['fetch']>) {
    app ??= appOf(siteOf(env as Settings))
    return app.fetch(request, env, context)
  },
}

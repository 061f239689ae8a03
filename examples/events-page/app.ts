/**
 * The events pages as a Hono app, for Node (`node.ts`), Cloudflare Workers (`worker.ts`) and whatever else Hono runs on.
 * Needs the packages `hono` and `osdi-events`, and those that `lib/display.ts` names.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { secureHeaders } from 'hono/secure-headers'
import type { KeepAlive } from './lib/cache.ts'
import { notices } from './lib/notices.ts'
import { entered, failures } from './lib/rsvp.ts'
import type { Site } from './lib/site.ts'
import { eventPage, listPage, noticePage, thanksPage } from './view.ts'

/** Workers stop what runs on after a response, unless `waitUntil` has it. Node has no such limit, and no such context. */
const keepAlive =
  (context: Context): KeepAlive =>
  (work) => {
    try {
      context.executionCtx.waitUntil(work)
    } catch {}
  }

/** @param origin the site's own, such as `https://events.example.org`, where a proxy with TLS stands in front of it */
export function appOf(site: Site, origin?: string) {
  const app = new Hono()
  const csp = {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ['https:'],
    formAction: ["'self'"],
    baseUri: ["'none'"],
  }
  app.use(
    secureHeaders({ contentSecurityPolicy: { ...csp, frameAncestors: ["'self'"] }, referrerPolicy: 'same-origin' }),
  )
  // A form of another website is refused.
  app.use(origin ? csrf({ origin }) : csrf(), bodyLimit({ maxSize: 64 * 1024 }))
  const brief = 'public, max-age=30'

  const frameOf = (context: Context) => site.frame(keepAlive(context))

  app.get('/', (context) => context.redirect('/events'))

  app.get('/events', async (context) => {
    const listing = await site.upcoming(context.req.query(), keepAlive(context))
    context.header('Cache-Control', brief)
    return context.html(listPage(listing, await frameOf(context)))
  })

  /** The same for a page elsewhere that draws the events itself. */
  app.get('/events.json', async (context) => {
    const { events, minutesOld } = await site.upcoming(context.req.query(), keepAlive(context))
    context.header('Cache-Control', brief)
    context.header('Access-Control-Allow-Origin', '*')
    return context.json({ events, minutesOld })
  })

  app.get('/events/:id', async (context) => {
    const event = await site.event(context.req.param('id'), keepAlive(context))
    if (!event) return context.notFound()
    context.header('Cache-Control', brief)
    return context.html(eventPage(event, await frameOf(context)))
  })

  app.get('/events/:id/calendar.ics', async (context) => {
    const text = await site.calendar(context.req.param('id'), keepAlive(context))
    if (text === undefined) return context.notFound()
    return context.body(text, 200, { 'Cache-Control': brief, 'Content-Type': 'text/calendar; charset=utf-8' })
  })

  app.post('/events/:id', async (context) => {
    const id = context.req.param('id')
    context.header('Cache-Control', 'no-store')
    const form = await context.req.formData().catch(() => new FormData())
    const outcome = await site.signUp(id, form, keepAlive(context))
    // A reload of the next page sends nothing again.
    if (outcome.kind === 'recorded') return context.redirect(`/events/${encodeURIComponent(id)}/thanks`, 303)
    const event = await site.event(id, keepAlive(context)).catch(() => undefined)
    const frame = await frameOf(context)
    if (outcome.kind === 'mistakes') {
      if (!event) return context.notFound()
      const attempt = { values: entered(form), mistakes: outcome.mistakes }
      return context.html(eventPage(event, frame, attempt), 422)
    }
    const { status, title, text } = failures[outcome.kind]
    if (!event || outcome.kind === 'closed') return context.html(noticePage(title, text, frame), status)
    return context.html(eventPage(event, frame, { values: entered(form), failure: outcome.kind }), status)
  })

  app.get('/events/:id/thanks', async (context) => {
    const event = await site.event(context.req.param('id'), keepAlive(context))
    if (!event) return context.notFound()
    const page = event.status === 'cancelled' ? eventPage : thanksPage
    return context.html(page(event, await frameOf(context)))
  })

  app.notFound(async (context) => {
    context.header('Cache-Control', 'no-store')
    return context.html(noticePage(notices.missing.title, notices.missing.text, await frameOf(context)), 404)
  })

  app.onError(async (error, context) => {
    // Of Hono itself: a form that is too large, or comes from elsewhere.
    if ('getResponse' in error) return error.getResponse()
    site.report(error)
    context.header('Cache-Control', 'no-store')
    context.header('Retry-After', '30')
    return context.html(noticePage(notices.down.title, notices.down.text, await frameOf(context)), 503)
  })
  return app
}

/**
 * A web page with the upcoming events, sorted by start. Needs Node 22.18 or newer. Try it without a key, then open http://127.0.0.1:3000
 * `npx osdi-events mock --preset action-network -- node upcoming-events.ts`
 * For a service with another prefix: `EVENTS_NAMESPACE=platform npx osdi-events mock -- node upcoming-events.ts`
 */
import { createServer } from 'node:http'
import { actionNetwork, EventsV2, isPublic, wallClockAt, wallClockOf } from 'osdi-events'

const { EVENTS_BASE_URL: baseUrl = actionNetwork.baseUrl, EVENTS_API_KEY: apiKey = '', PORT = '3000' } = process.env
const { EVENTS_NAMESPACE: namespace = actionNetwork.namespace } = process.env
const events = new EventsV2({ ...actionNetwork, baseUrl, namespace, apiKey, totalTimeout: 20_000 })
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

async function upcoming(): Promise<string> {
  const today = wallClockAt(new Date(), 'America/New_York').slice(0, 10) // use your events' zone
  const lines: string[] = []
  const list = events.list({ onInvalid: 'report' }) // leaves out an odd event, which would take the whole page down
  for await (const event of list) {
    const { start = '' } = wallClockOf(event) // local time at the event's place, as text
    if (start < today || event.status === 'cancelled' || !isPublic(event)) continue
    const place = event.location?.locality ?? 'place to be announced'
    lines.push(`${start.slice(0, 16).replace('T', ' ')} ${event.title}, ${place}`)
  }
  if (list.report?.rejected) console.error(`left out ${list.report.rejected} events that the API does not describe`)
  if (!list.report?.complete) throw new Error('the list ended early: no page is better than one without some events')
  lines.sort()
  return lines.map((line) => `<li>${escaped(line)}</li>`).join('')
}

const server = createServer(async (_, response) => {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=60' }
  try {
    const list = await upcoming()
    response.writeHead(200, headers).end(`<!doctype html><title>Events</title><ol>${list}</ol>`)
  } catch (error) {
    console.error(error) // no key is in it
    response.writeHead(503, { 'content-type': 'text/html' }).end('<p role="alert">Please try again later.</p>')
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening', server.address()))

/**
 * Check-in at the door: a page with everybody who signed up, a button that marks who came, and the list as CSV.
 * A function from `Request` to `Response`, for Next.js, Hono, Bun, Deno and Workers.
 *
 *     const events = new EventsV2({ ...actionNetwork, apiKey: process.env.EVENTS_API_KEY ?? '' })
 *     const checkIn = checkInOf(events, EVENT) // the event's id
 *     export const GET = checkIn, POST = checkIn // app/check-in/route.ts
 *
 * The first page reads everybody, at most four people a second. Then pages come from memory at once, and a click takes one request.
 * A page reads the list again in the background. Workers stop such work after the response: await `reading` there.
 * The list is personal data: put the route behind your login, and end the process after the event.
 */
import { type AttendanceV2, type EventsV2, idOf, isEventsError, unappliedOf } from 'osdi-events'

/** One line of the list. */
interface Guest {
  readonly id: string
  readonly name: string
  readonly status: string
}

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const html = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A cell of CSV. A spreadsheet would run a text that begins like a formula. */
const cell = (text: string) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/** Ids and addresses, and nothing of the people. */
function report(error: unknown) {
  if (!isEventsError(error)) throw error
  console.error(`check-in: ${error.message}`)
}

/** The list in memory. */
function rosterOf(events: EventsV2, event: string) {
  const rsvps = new Map<string, AttendanceV2>()
  const names = new Map<string, string>()
  let readAt = 0
  let reading: Promise<void> | undefined

  /** A person that cannot be read stays on the list without a name until the next time. */
  async function readName(id: string, rsvp: AttendanceV2) {
    try {
      const { given_name, family_name } = await events.person(rsvp)
      names.set(id, [given_name, family_name].filter(Boolean).join(' ').trim())
    } catch (error) {
      if (isEventsError(error) && error.code === 'http' && error.isAuth) throw error
      report(error)
    }
  }

  /** RSVPs come 25 at a time, and people one by one, so each person is read once. */
  async function read() {
    const { items } = await events.attendances(event).toArray({ max: Infinity })
    for (const rsvp of items) {
      const id = idOf(rsvp, events.namespace)
      const changed = rsvps.get(id)?.modified_date
      // The click of a moment ago is newer than this page of RSVPs.
      if (!changed || !rsvp.modified_date || changed <= rsvp.modified_date) rsvps.set(id, rsvp)
    }
    const unnamed = [...rsvps].filter(([id]) => !names.has(id))
    // Six at a time, so that a click does not wait behind all of them.
    while (unnamed.length > 0) await Promise.all(unnamed.splice(0, 6).map((each) => readName(...each)))
    readAt = Date.now()
  }

  /** Everybody on the list, by name. */
  async function guests(): Promise<Guest[]> {
    const age = Date.now() - readAt
    if (age > 30_000) {
      reading ??= read().finally(() => {
        reading = undefined
      })
      // Only a list older than an hour lets the page wait: it may be that of yesterday.
      if (age > 3_600_000) await reading
      else reading.catch(report)
    }
    return [...rsvps]
      .map(([id, { status }]) => ({ id, name: names.get(id) || '(no name)', status: status ?? '' }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  }

  /** Marks a guest. A second click changes nothing, so the client may repeat the request. */
  async function mark(id: string): Promise<Response> {
    // Another process may have shown the page.
    const rsvp = rsvps.get(id) ?? (await events.attendance(event, id))
    const updated = await events.updateAttendance(rsvp, { status: 'attended' })
    // Some services decide the status themselves.
    if (unappliedOf(updated).includes('status'))
      return new Response('The service did not take the mark. Please tick the list on paper.', { status: 502, headers })
    rsvps.set(id, updated)
    return new Response(null, { status: 303, headers: { ...headers, location: '?' } })
  }

  return { guests, mark }
}

function rosterPage(guests: readonly Guest[]): string {
  const came = guests.filter(({ status }) => status === 'attended').length
  const rows = guests.map(({ id, name, status }) => {
    const button = `<form method="post"><button name="rsvp" value="${html(id)}">is here</button></form>`
    return `<tr><td>${html(name)}<td>${html(status)}<td>${status === 'attended' ? '✓' : button}`
  })
  return `<!doctype html><meta charset="utf-8"><title>Check-in</title><p>${came} of ${guests.length} are here. <a href="?csv">CSV</a><table>${rows.join('\n')}</table>`
}

const csvOf = (guests: readonly Guest[]) =>
  ['name,status', ...guests.map(({ name, status }) => `${cell(name)},${cell(status)}`), ''].join('\r\n')

export function checkInOf(events: EventsV2, event: string) {
  const { guests, mark } = rosterOf(events, event)
  return async (request: Request): Promise<Response> => {
    try {
      if (request.method === 'POST') {
        const form = await request.formData().catch(() => undefined)
        const id = form?.get('rsvp')
        if (typeof id !== 'string') return new Response('Please use the buttons of the page.', { status: 400, headers })
        return await mark(id)
      }
      const list = await guests()
      if (!new URL(request.url).searchParams.has('csv'))
        return new Response(rosterPage(list), { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
      const disposition = 'attachment; filename="roster.csv"'
      const type = 'text/csv; charset=utf-8'
      return new Response(csvOf(list), {
        headers: { ...headers, 'content-type': type, 'content-disposition': disposition },
      })
    } catch (error) {
      report(error)
      if (isEventsError(error) && error.code === 'http' && error.status === 404)
        return new Response('This RSVP is not there.', { status: 404, headers })
      const effect = request.method === 'POST' ? 'It is not sure that the mark was made: load the page again.' : ''
      return new Response(`The service does not answer. ${effect}`, { status: 503, headers })
    }
  }
}

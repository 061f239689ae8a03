/**
 * Check-in at the door: a page with everybody who signed up, a button that marks who came, and the list as CSV.
 * A function from `Request` to `Response`, for Next.js, Hono, Bun, Deno and Workers.
 *
 *     const events = new EventsV2({ ...actionNetwork, apiKey: process.env.EVENTS_API_KEY ?? '' })
 *     const checkIn = checkInOf(events, EVENT) // the event's id
 *     export const GET = checkIn, POST = checkIn // app/check-in/route.ts
 *
 * The list is personal data: put the route behind your login, and keep no copy longer than the day of the event.
 */
import { type EventsV2, idOf, isEventsError, unappliedOf } from 'osdi-events'

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

/** Everybody on the list, by name. A person that cannot be read stays on the list without a name. */
async function guestsOf(events: EventsV2, event: string): Promise<Guest[]> {
  const { items } = await events.attendances(event, { people: true }).toArray({ max: Infinity })
  const guests = items.map(({ rsvp, person, error }): Guest => {
    if (error?.code === 'http' && error.isAuth) throw error
    const name = [person?.given_name, person?.family_name].filter(Boolean).join(' ').trim()
    return { id: idOf(rsvp, events.namespace), name: name || '(no name)', status: rsvp.status ?? '' }
  })
  return guests.toSorted((one, other) => one.name.localeCompare(other.name))
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

/** Marks a guest. A second click changes nothing, so the client may repeat the request. */
async function mark(events: EventsV2, event: string, id: string): Promise<Response> {
  const updated = await events.updateAttendance(await events.attendance(event, id), { status: 'attended' })
  // Some services decide the status themselves.
  if (unappliedOf(updated).includes('status'))
    return new Response('The service did not take the mark. Please tick the list on paper.', { status: 502, headers })
  return new Response(null, { status: 303, headers: { ...headers, location: '?' } })
}

export const checkInOf =
  (events: EventsV2, event: string) =>
  async (request: Request): Promise<Response> => {
    try {
      if (request.method === 'POST') {
        const form = await request.formData().catch(() => undefined)
        const id = form?.get('rsvp')
        if (typeof id !== 'string') return new Response('Please use the buttons of the page.', { status: 400, headers })
        return await mark(events, event, id)
      }
      const guests = await guestsOf(events, event)
      if (!new URL(request.url).searchParams.has('csv'))
        return new Response(rosterPage(guests), { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
      const disposition = 'attachment; filename="roster.csv"'
      const type = 'text/csv; charset=utf-8'
      return new Response(csvOf(guests), {
        headers: { ...headers, 'content-type': type, 'content-disposition': disposition },
      })
    } catch (error) {
      if (!isEventsError(error)) throw error
      // Ids and addresses, and nothing of the people.
      console.error(`check-in: ${error.message}`)
      if (error.code === 'http' && error.status === 404)
        return new Response('This RSVP is not there.', { status: 404, headers })
      const effect = request.method === 'POST' ? 'It is not sure that the mark was made: load the page again.' : ''
      return new Response(`The service does not answer. ${effect}`, { status: 503, headers })
    }
  }

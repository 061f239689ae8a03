/**
 * A sign-up form's route: records an RSVP, and tells the person the truth when the service does not answer.
 * A function from `Request` to `Response`, for Next.js, Hono, Bun, Deno and Workers.
 *
 *     const events = new EventsV2({ ...actionNetwork, apiKey: process.env.EVENTS_API_KEY ?? '', totalTimeout: 10_000 })
 *     export const POST = signUpRouteOf(events) // app/sign-up/route.ts
 *
 * For another service, or a mock, write `baseUrl` and `namespace` behind `...actionNetwork`.
 */
import { type AnyEventsError, type EventsV2, type EventV2, isEventsError, wallClockAt, wallClockOf } from 'osdi-events'
import { zoneOf } from 'osdi-events/calendar'

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

const page = (status: number, message: string) =>
  new Response(message, { status, headers: { 'cache-control': 'no-store' } })

/** Why an event takes no sign-ups. The service may take an RSVP all the same. */
function closed(event: EventV2, now: number): string | undefined {
  if (event.status === 'cancelled') return 'This event is cancelled.'
  const { start, end = start } = wallClockOf(event)
  // Where no zone is known: the last place on earth, so that no event closes early.
  const clock = wallClockAt(new Date(now), zoneOf(event)?.zone ?? 'Etc/GMT+12')
  if (end && end <= clock) return 'This event is over.'
  if (typeof event.capacity === 'number' && (event.total_accepted ?? 0) >= event.capacity)
    return 'This event is full. If you signed up before, you are still on the list.'
  return undefined
}

/** Whether the same form may be taken in a minute. A refusal stays: of the event, of the person, or of the key. */
const passes = (error: AnyEventsError) =>
  error.code === 'network' ||
  error.code === 'timeout' ||
  error.code === 'content' || // a page that says that the service is being mended
  (error.code === 'http' && ([408, 425, 429].includes(error.status) || error.status >= 500))

export const signUpRouteOf =
  (events: EventsV2, now: () => number = Date.now) =>
  async (request: Request): Promise<Response> => {
    const form = await request.formData().catch(() => undefined)
    const id = form && text(form, 'event')
    if (!form || !id) return page(400, 'This form does not name an event. Please tell us.')
    const [address, phone] = [text(form, 'email'), text(form, 'phone')]
    if (!address && !phone) return page(400, 'Please fill in your e-mail address or your telephone number.')
    const person = {
      given_name: text(form, 'given_name'),
      family_name: text(form, 'family_name'),
      email_addresses: address ? [{ address }] : undefined,
      phone_numbers: phone ? [{ number: phone, number_type: 'Mobile' }] : undefined,
      // The names are those of your service.
      custom_fields: { diet: text(form, 'diet') },
    }
    // Tags come from this list, and not from the form, which anyone can change. Make them in the service first: it ignores a tag that it does not
    // have, records the RSVP, and does not say so.
    const add_tags = text(form, 'helps') ? ['volunteer'] : undefined
    try {
      const event = await events.get(id)
      const why = closed(event, now())
      if (why) return page(409, why)
      await events.recordAttendance(event, { person, add_tags })
      return page(200, 'You are on the list. See you there!')
    } catch (error) {
      if (!isEventsError(error)) throw error
      const field = error.code === 'input' ? error.field : ''
      if (field.startsWith('person.phone_numbers')) return page(400, 'This is no telephone number that we can use.')
      if (field.startsWith('person')) return page(400, 'This is no e-mail address that we can use.')
      if (field === 'id') return page(404, 'This event is not there any more.')
      // The message holds the address of the event, and nothing of the person.
      console.error(`RSVP ${error.outcome ?? 'not sent'}: ${error.message}`)
      // Any other field is a mistake of this program, which visitors cannot mend.
      if (field) return page(500, 'We could not put you on the list: this form does not work. Please tell us.')
      switch (error.outcome) {
        case 'applied':
          return page(200, 'You are on the list. See you there!')
        case 'unknown': // sent, and no response: a second RSVP of the same person counts once
          return page(503, 'We could not check that you are on the list. Please send the form again in a minute.')
        default:
          if (error.code === 'http' && [404, 410].includes(error.status))
            return page(404, 'This event is not there any more.')
          return passes(error)
            ? // Also true of a person whom an earlier try put on the list.
              page(503, 'We could not send it. Please send the form again in a minute.')
            : page(
                502,
                'We could not put you on the list, and sending the form again does not help. Please write to us.',
              )
      }
    }
  }

import * as z from 'zod'

// What a careful program would write for itself: every field of version 2, as zod's documentation shows it.

const text = z.string().nullish()
const whole = z.number().int().nullish()
const flag = z.boolean().nullish()
const link = z.looseObject({ href: z.string(), templated: flag, name: text, title: text, type: text })

const location = z.looseObject({
  venue: text,
  address_lines: z.array(z.string()).nullish(),
  locality: text,
  region: text,
  postal_code: text,
  country: text,
  language: text,
  location: z
    .looseObject({ latitude: z.number().nullish(), longitude: z.number().nullish(), accuracy: text })
    .nullish(),
})

const event = z.looseObject({
  identifiers: z.array(z.string()),
  origin_system: text,
  created_date: z.string(),
  modified_date: z.string(),
  name: text,
  title: z.string(),
  description: text,
  instructions: text,
  browser_url: text,
  featured_image_url: text,
  start_date: text,
  end_date: text,
  location: location.nullish(),
  total_accepted: whole,
  status: text,
  transparence: text,
  visibility: text,
  guests_can_invite_others: flag,
  capacity: whole,
  reminders: z.array(z.looseObject({ method: text, minutes: whole })).nullish(),
  'platform:event_campaign_id': text,
  'platform:hidden': flag,
  'platform:sponsor': z.looseObject({ title: text, browser_url: text }).nullish(),
  _links: z.looseObject({
    self: link,
    'osdi:attendances': link.nullish(),
    'osdi:creator': link.nullish(),
    'osdi:organizer': link.nullish(),
    'osdi:record_attendance_helper': link.nullish(),
    'platform:event_campaign': link.nullish(),
    'platform:embed': link.nullish(),
  }),
})

/** A page, checked by zod as it stands. */
export const page = z.looseObject({
  total_pages: whole,
  per_page: whole,
  page: whole,
  total_records: whole,
  _links: z.looseObject({ next: link.nullish(), 'osdi:events': z.array(link).nullish() }),
  _embedded: z.looseObject({ 'osdi:events': z.array(event) }),
})

/** Goes through the pages of a collection with whatever gets the JSON of an address; how many events there were. */
export async function followed(first: string, get: (url: string) => Promise<unknown>): Promise<number> {
  let events = 0
  for (let next: string | undefined = first; next; ) {
    const { _embedded, _links } = page.parse(await get(next))
    for (const each of _embedded['osdi:events']) if (each.title) events += 1
    next = _links.next?.href
  }
  return events
}

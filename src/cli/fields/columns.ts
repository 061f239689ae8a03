import type { ServiceFlags } from '../service/flags.ts'

/** What of the flags decides how fields are called. */
export type Naming = Pick<ServiceFlags, 'api' | 'namespace'>

const place = [
  ...['location.venue', 'location.address_lines', 'location.locality', 'location.region', 'location.postal_code'],
  ...['location.country', 'location.location.latitude', 'location.location.longitude'],
]

/** Where a place was looked up in, and how well it was found. */
const placing = ['location.language', 'location.location.accuracy']

/** The columns of a table of events where none are chosen: all fields of the documents, what is hardly ever asked for late, and long texts last. */
export function columnsOf({ api, namespace: own }: Naming): readonly string[] {
  if (api === 'v1') {
    return [
      ...['identifiers', 'summary', 'start', 'status', ...place, 'total_accepted', 'url', 'originating_system'],
      ...['created_at', 'modified_at', `${own}:event_campaign_id`, `${own}:sponsor.summary`, `${own}:sponsor.url`],
      ...['visibility', 'transparence', 'guestsCanInviteOthers', 'reminders', ...placing],
      ...['description', `${own}:event_instructions`],
    ]
  }
  return [
    ...['identifiers', 'title', 'name', 'start_date', 'end_date', 'status', ...place, 'total_accepted', 'capacity'],
    ...['browser_url', 'featured_image_url', 'origin_system', 'created_date', 'modified_date'],
    ...[`${own}:event_campaign_id`, `${own}:hidden`, `${own}:sponsor.title`, `${own}:sponsor.browser_url`],
    ...['visibility', 'transparence', 'guests_can_invite_others', 'reminders', ...placing],
    ...['description', 'instructions'],
  ]
}

/** What a terminal has room for, beside the id. */
export const shortColumnsOf = ({ api }: Naming): readonly string[] =>
  api === 'v1'
    ? ['summary', 'start', 'location.locality', 'status', 'total_accepted']
    : ['title', 'start_date', 'location.locality', 'status', 'total_accepted']

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }

/** What the placeholders of a fixture stand for; a placeholder that is a whole text may stand for any JSON value. */
export type Bindings = Readonly<Record<string, Json>>

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const address = /^https?:\/\/[^\s{}<>]+$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** The form that each placeholder's value must have when it is read off an answer. */
const forms: Readonly<Record<string, RegExp | ((value: Json) => boolean)>> = {
  '{docs_url}': address,
  '<id>': uuid,
  '<person_id>': uuid,
  '<event_campaign_id>': uuid,
  '<timestamp>': moment,
  '<person_timestamp>': moment,
  '<query>': /^(?:\?page=\d+)?$/,
  '<text>': /\S/,
  '<sponsor_url>': address,
  '<browser_url>': address,
  '<latitude>': (value) => typeof value === 'number',
  '<longitude>': (value) => typeof value === 'number',
  '<person_latitude>': (value) => typeof value === 'number',
  '<person_longitude>': (value) => typeof value === 'number',
  '<person_address_lines>': (value) => Array.isArray(value) && value.every((line) => typeof line === 'string'),
  '<person_origin>': /\S/,
  '<person_locality>': /^/,
  '<person_region>': /^(?:[A-Z]{2})?$/,
  '<person_country>': /^[A-Z]{2}$/,
  '<person_language>': /^[a-z]{2}$/,
  '<person_accuracy>': /^(?:Rooftop|Approximate)$/,
}

const words = Object.keys(forms).flatMap((name) => (name.startsWith('<') ? [name.slice(1, -1)] : []))
/** Matches every placeholder, and captures it for `split`. */
export const placeholder = new RegExp(`(\\{(?:base_url|docs_url)\\}|<(?:${words.join('|')})(?: \\d)?>)`, 'g')

/** Values for every placeholder but `{base_url}`, for tests that serve fixtures and need no real ones. */
export const samples: Bindings = {
  '{docs_url}': 'https://docs.example.org/rels',
  '<id>': '8a625981-67a4-4457-8b55-2e30b267b2c2',
  '<id 1>': '8a625981-67a4-4457-8b55-2e30b267b2c1',
  '<id 2>': '8a625981-67a4-4457-8b55-2e30b267b2c2',
  '<id 3>': '8a625981-67a4-4457-8b55-2e30b267b2c3',
  '<person_id>': '699da712-929f-11e3-a2e9-12313d316c29',
  '<event_campaign_id>': 'c945d6fe-929e-11e3-a2e9-12313d316c29',
  '<timestamp>': '2026-05-01T12:00:01Z',
  '<timestamp 1>': '2026-05-01T12:00:01Z',
  '<timestamp 2>': '2026-05-01T12:00:02Z',
  '<timestamp 3>': '2026-05-01T12:00:03Z',
  '<person_timestamp>': '2026-05-01T12:00:00Z',
  '<query>': '',
  '<text>': 'This cannot be done',
  '<sponsor_url>': 'https://events.example.org/groups/park-friends',
  '<browser_url>': 'https://events.example.org/events/tree-walk',
  '<latitude>': 38.9072,
  '<longitude>': -77.0369,
  '<person_latitude>': 38.9,
  '<person_longitude>': -77,
  '<person_address_lines>': ['1 Main Street'],
  '<person_origin>': 'Events service',
  '<person_locality>': 'Washington',
  '<person_region>': 'DC',
  '<person_country>': 'US',
  '<person_language>': 'en',
  '<person_accuracy>': 'Approximate',
}

/** Whether a value read off an answer has the form of this placeholder. */
export const fits = (name: string, value: Json): boolean => {
  const form = forms[name.replace(/ \d/, '')]
  if (form === undefined) return false
  return typeof form === 'function' ? form(value) : typeof value === 'string' && form.test(value)
}

import { isIdentifier, isNative } from '../rules/identifiers.ts'
import type { EventContent, EventSettings, Instant, KeyRecord, LocationRecord } from '../store/model.ts'
import type { Store } from '../store/store.ts'
import { isTimeZone } from '../text/local-time.ts'
import type { Place, PlaceQuery } from '../types/index.ts'
import { damaged, Fields, personIn } from './fields.ts'

/** An event of a state, without its id. */
export interface ReadEvent {
  readonly id: string
  readonly key: KeyRecord
  readonly created: Instant
  readonly modified: Instant
  readonly settings: EventSettings
  readonly content: EventContent
  readonly removed: boolean
}

const names = [
  ...['id', 'key', 'via', 'campaign', 'creator', 'explicit_creator', 'created', 'modified'],
  ...['title', 'origin_system', 'name', 'description', 'instructions', 'browser_url', 'featured_image_url'],
  ...['start', 'end', 'identifiers', 'location', 'capacity', 'hidden', 'visibility', 'status', 'removed'],
]

/** Reads an event whose key, people and campaign are in the store already. */
export function readEvent(store: Store, value: unknown, path: string, namespace: string): ReadEvent {
  const fields = new Fields(value, path, names)
  const key = store.keys.get(fields.text('key'))
  if (!key) throw fields.wrong('key', 'is none of the keys')
  return {
    id: fields.text('id'),
    key,
    created: fields.instant('created'),
    modified: fields.instant('modified'),
    settings: settingsIn(store, fields, key),
    content: contentIn(store, fields, namespace),
    removed: fields.optional('removed', fields.flag) ?? false,
  }
}

function settingsIn(store: Store, fields: Fields, { owner }: KeyRecord): EventSettings {
  const campaign = fields.optional('campaign', (name) => store.campaigns.get(fields.text(name))?.id)
  if (fields.value('campaign') !== undefined && store.campaigns.get(campaign ?? '')?.owner !== owner)
    throw fields.wrong('campaign', "is none of the campaigns of the key's owner")
  return {
    via: fields.oneOf('via', ['ui', 'api']),
    campaign,
    creator: personIn(store, fields, 'creator').id,
    explicitCreator: fields.flag('explicit_creator'),
    featured_image_url: fields.optional('featured_image_url', fields.text),
    capacity: fields.optional('capacity', fields.count),
    hidden: fields.flag('hidden'),
    visibility: fields.oneOf('visibility', ['public', 'private']),
    status:
      fields.optional('status', (name) => fields.oneOf(name, ['confirmed', 'tentative', 'cancelled'])) ?? 'confirmed',
  }
}

function contentIn(store: Store, fields: Fields, namespace: string): EventContent {
  return {
    title: fields.filled('title'),
    origin_system: fields.filled('origin_system'),
    name: fields.optional('name', fields.text),
    description: fields.optional('description', fields.text),
    instructions: fields.optional('instructions', fields.text),
    browser_url: fields.optional('browser_url', fields.text),
    start: fields.optional('start', fields.localTime),
    end: fields.optional('end', fields.localTime),
    foreign: foreignIn(store, fields, namespace),
    location: locationIn(fields),
  }
}

function foreignIn(store: Store, fields: Fields, namespace: string): readonly string[] {
  const own = new Set<string>()
  for (const [entry, field] of fields.list('identifiers')) {
    if (!isIdentifier(entry)) throw damaged(field, 'must read <system>:<id>')
    if (isNative({ namespace }, entry)) throw damaged(field, "stands in the service's own namespace")
    if (own.has(entry) || store.eventByForeign(entry)) throw damaged(field, 'is there already')
    own.add(entry)
  }
  return [...own]
}

function locationIn(event: Fields): LocationRecord {
  const path = event.field('location')
  const fields = new Fields(event.value('location'), path, ['sent', 'country', 'place'])
  return {
    sent: queryIn(fields.value('sent'), `${path}.sent`),
    country: fields.text('country'),
    place: placeIn(fields.value('place'), `${path}.place`),
  }
}

const parts = ['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country'] as const

function queryIn(value: unknown, path: string): PlaceQuery {
  const fields = new Fields(value, path, parts)
  const lines = fields.optional('address_lines', (name) => Array.from(fields.list(name), lineOf))
  if (lines && lines.length > 1) throw fields.wrong('address_lines', 'must be one line at the most')
  const country = fields.optional('country', fields.text)
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) throw fields.wrong('country', 'must be two capital letters')
  const texts = { venue: '', locality: '', region: '', postal_code: '', country: '' }
  const given = Object.keys(texts).flatMap((name) => {
    const text = fields.optional(name, fields.text)
    return text === undefined ? [] : [[name, text] as const]
  })
  return Object.freeze({ ...Object.fromEntries(given), ...(lines && { address_lines: Object.freeze(lines) }) })
}

function lineOf([line, field]: readonly [unknown, string]): string {
  if (typeof line === 'string') return line
  throw damaged(field, 'must be a text')
}

const placeNames = ['locality', 'region', 'country', 'latitude', 'longitude', 'accuracy', 'timeZone']

function placeIn(value: unknown, path: string): Place {
  const fields = new Fields(value, path, placeNames)
  const locality = fields.optional('locality', fields.text)
  const timeZone = fields.text('timeZone')
  if (!isTimeZone(timeZone)) throw fields.wrong('timeZone', 'must be an IANA time zone')
  return Object.freeze({
    ...(locality !== undefined && { locality }),
    region: fields.text('region'),
    country: fields.text('country'),
    latitude: fields.within('latitude', 90),
    longitude: fields.within('longitude', 180),
    accuracy: fields.oneOf('accuracy', ['Rooftop', 'Approximate']),
    timeZone,
  })
}

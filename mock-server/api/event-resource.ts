import { describe } from '../rules/event-facts.ts'
import type { EventRecord } from '../store/model.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import { quoted } from '../text/json.ts'
import { JsonWriter } from '../text/json-writer.ts'
import { encodeSegment } from '../text/strings.ts'
import { hrefText, keptOf, type Member, sizeOf } from './kept.ts'
import { campaignHref, personJson } from './people.ts'
import type { Standing, View } from './view.ts'

/** An event as JSON. Nearly every answer has one or more of them: they are written at once, not by way of an object or a text. */
export function eventJson(view: View, event: EventRecord, standing: Standing): Bytes {
  json.drop()
  writeEvent(view, event, standing)
  return json.take()
}

/** An event as a collection shows it. */
function eventMember(view: View, event: EventRecord): Member {
  json.drop()
  json.bytes(comma)
  writeEvent(view, event, 'listed')
  return { bytes: json.take(), link: hrefText(view.addresses.event(event.id)) }
}

// What is kept would hold on to what was written beside it.
const copyOf = (bytes: Bytes): Bytes => bytes.slice()

/** Single events as JSON: up to 4 MB of it. */
export const singleEvents = keptOf({
  show: (view, event: EventRecord) => eventJson(view, event, 'single'),
  copy: copyOf,
  size: ({ length }) => length,
  most: 4_000_000,
})

/** Events as members of a collection: up to 12 MB of them, which are about as many as the store hands out again as they were. */
export const listedEvents = keptOf({
  show: eventMember,
  copy: ({ bytes, link }) => ({ bytes: copyOf(bytes), link }),
  size: ({ bytes, link }) => bytes.length + sizeOf(link),
  most: 12_000_000,
})

const json = new JsonWriter()

function writeEvent(view: View, event: EventRecord, standing: Standing): void {
  json.bytes(open)
  view.writeEvent(describe(view.context, event), json)
  json.bytes(links)
  writeEventLinks(view, event, json)
  if (standing === 'single') json.bytes(view.curiesMember)
  json.bytes(close)
  if (view.dialect.embedsPeople) writePeople(view, event, standing)
  json.bytes(close)
}

/** Creator and organizer are the same person (v1 §2.1), and only version 1 embeds them (v1 §2.3). */
function writePeople(view: View, { creator }: EventRecord, standing: Standing): void {
  const person = view.context.store.people.get(creator)
  json.bytes(embedded)
  if (person) {
    const shown = personJson(view, person, standing)
    json.bytes(toCreator)
    json.bytes(shown)
    json.bytes(toOrganizer)
    json.bytes(shown)
  }
  json.bytes(close)
}

const open = utf8('{')
const comma = utf8(',')
const close = utf8('}')
const links = utf8('"_links":{')
const embedded = utf8(',"_embedded":{')
const toCreator = utf8('"osdi:creator":')
const toOrganizer = utf8(',"osdi:organizer":')

/** Writes the links of an event as members of a JSON object: those that it has in a collection too (v1 §2.4, v2 §2.5). */
type LinksWriter = (event: EventRecord, json: JsonWriter) => void

const writers = new WeakMap<View, LinksWriter>()

export function writeEventLinks(view: View, event: EventRecord, json: JsonWriter): void {
  const writer = writers.get(view) ?? linksWriter(view)
  if (!writers.has(view)) writers.set(view, writer)
  writer(event, json)
}

/** What does not differ from event to event is put together once: all their addresses begin the same. */
function linksWriter(view: View): LinksWriter {
  const { addresses, dialect } = view
  const { namespace } = dialect
  const { attendances, embed } = addresses.below
  const event = hrefUpTo(addresses.event(''))
  const person = hrefUpTo(addresses.person(''))
  const toSelf = utf8('"self":')
  const toEvent = utf8(event)
  const toAttendances = utf8(`"},"osdi:${dialect.attendances}":`)
  const toCreator = utf8(`${attendances}"},"osdi:creator":${person}`)
  const toOrganizer = utf8(`"},"osdi:organizer":${person}`)
  const toCampaign = utf8(`"},"${namespace}:event_campaign":${hrefUpTo(campaignHref(view, ''))}`)
  const toEmbed = utf8(`"},"${namespace}:embed":`)
  const toHelper = utf8(`${embed}"},"osdi:record_attendance_helper":`)
  const end = utf8(dialect.attendanceHelper ? `${attendances}"}` : `${embed}"}`)
  return ({ id, creator, campaign }, json) => {
    json.bytes(toSelf)
    const from = json.length
    json.bytes(toEvent)
    json.ascii(encodeSegment(id))
    const to = json.length
    json.bytes(toAttendances)
    json.again(from, to)
    json.bytes(toCreator)
    const fromPerson = json.length
    json.ascii(encodeSegment(creator))
    const toPerson = json.length
    json.bytes(toOrganizer)
    json.again(fromPerson, toPerson)
    if (campaign !== undefined) {
      json.bytes(toCampaign)
      json.ascii(encodeSegment(campaign))
    }
    json.bytes(toEmbed)
    json.again(from, to)
    if (dialect.attendanceHelper) {
      json.bytes(toHelper)
      json.again(from, to)
    }
    json.bytes(end)
  }
}

/** A link as JSON as far as all addresses that begin so have it. */
const hrefUpTo = (beginning: string): string => `{"href":${quoted(beginning).slice(0, -1)}`

import type { EventRecord } from '../model.ts'
import { describe } from '../service/describe.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import { JsonWriter } from '../text/json-writer.ts'
import { writeEventLinks } from './event-links.ts'
import { keptOf, sizeOf } from './kept.ts'
import { personJson } from './person.ts'
import { hrefText, type Member } from './shown.ts'
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
  view.writeEvent(describe(view.world, event), json)
  json.bytes(links)
  writeEventLinks(view, event, json)
  if (standing === 'single') json.bytes(view.curiesMember)
  json.bytes(close)
  if (view.dialect.embedsPeople) writePeople(view, event, standing)
  json.bytes(close)
}

/** Creator and organizer are the same person (v1 §2.1), and only version 1 embeds them (v1 §2.3). */
function writePeople(view: View, { creator }: EventRecord, standing: Standing): void {
  const person = view.world.store.people.get(creator)
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

import type { EventRecord } from '../model.ts'
import { utf8 } from '../text/bytes.ts'
import { quoted } from '../text/json.ts'
import type { JsonWriter } from '../text/json-writer.ts'
import { encodeSegment } from '../text/uri.ts'
import { campaignHref } from './campaign.ts'
import type { View } from './view.ts'

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

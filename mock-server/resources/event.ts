import type { EventRecord } from '../model.ts'
import { describe } from '../service/describe.ts'
import { quoted } from '../text/json.ts'
import { campaignHref } from './campaign.ts'
import { keptOf, sizeOf } from './kept.ts'
import { personText } from './person.ts'
import { hrefText, memberOf } from './shown.ts'
import type { Standing, View } from './view.ts'

/** An event as JSON. Nearly every answer has one or more of them: they are written at once, not by way of an object. */
export function eventText(view: View, event: EventRecord, standing: Standing): string {
  const fields = view.writeEvent(describe(view.world, event))
  return `{${fields}"_links":${linksText(view, event, standing)}${peopleText(view, event, standing)}}`
}

/** Single events as JSON: up to 4 MB of it. */
export const singleEvents = keptOf({
  show: (view, event: EventRecord) => eventText(view, event, 'single'),
  size: sizeOf,
  most: 4_000_000,
})

/** Events as members of a collection: up to 12 MB of them, which are about as many as the store hands out again as they were. */
export const listedEvents = keptOf({
  show: (view, event: EventRecord) => memberOf(eventText(view, event, 'listed'), view.addresses.event(event.id)),
  size: ({ bytes, link }) => bytes.length + sizeOf(link),
  most: 12_000_000,
})

function linksText(view: View, { id, creator, campaign }: EventRecord, standing: Standing): string {
  const { addresses, dialect } = view
  const { namespace } = dialect
  // Without the quote at its end: the addresses below it begin so.
  const self = `{"href":${quoted(addresses.event(id)).slice(0, -1)}`
  const attendances = `${self}${addresses.below.attendances}"}`
  const person = hrefText(addresses.person(creator))
  const within =
    campaign === undefined ? '' : `,"${namespace}:event_campaign":${hrefText(campaignHref(view, campaign))}`
  const helper = dialect.attendanceHelper ? `,"osdi:record_attendance_helper":${attendances}` : ''
  const documentation = standing === 'single' ? `,"curies":${view.curiesText}` : ''
  return (
    `{"self":${self}"},"osdi:${dialect.attendances}":${attendances},"osdi:creator":${person},"osdi:organizer":${person}` +
    `${within},"${namespace}:embed":${self}${addresses.below.embed}"}${helper}${documentation}}`
  )
}

/** Creator and organizer are the same person (v1 §2.1), and only version 1 embeds them (v1 §2.3). */
function peopleText(view: View, { creator }: EventRecord, standing: Standing): string {
  if (!view.dialect.embedsPeople) return ''
  const person = view.world.store.people.get(creator)
  if (!person) return ',"_embedded":{}'
  const text = personText(view, person, standing)
  return `,"_embedded":{"osdi:creator":${text},"osdi:organizer":${text}}`
}

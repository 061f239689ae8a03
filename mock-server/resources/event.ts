import type { EventRecord } from '../model.ts'
import { describe } from '../service/describe.ts'
import { campaignHref } from './campaign.ts'
import { personText } from './person.ts'
import { hrefText, type Shown } from './shown.ts'
import { textsOf } from './texts.ts'
import type { Standing, View } from './view.ts'

/** An event as JSON. Nearly every answer has one or more of them: they are written at once, not by way of an object. */
export function eventText(view: View, event: EventRecord, standing: Standing): string {
  const fields = view.writeEvent(describe(view.world, event))
  return `{${fields}"_links":${linksText(view, event, standing)}${peopleText(view, event, standing)}}`
}

const shown = (view: View, event: EventRecord, standing: Standing): Shown => ({
  text: eventText(view, event, standing),
  link: hrefText(view.addresses.event(event.id)),
})

/** Events as JSON that is kept, up to 24 million characters, which are 48 MB at the most. */
export const eventTexts = textsOf(shown, 24_000_000)

function linksText(view: View, { id, creator, campaign }: EventRecord, standing: Standing): string {
  const { addresses, dialect } = view
  const { namespace } = dialect
  const attendances = hrefText(addresses.attendances(id))
  const person = hrefText(addresses.person(creator))
  const within =
    campaign === undefined ? '' : `,"${namespace}:event_campaign":${hrefText(campaignHref(view, campaign))}`
  const helper = dialect.attendanceHelper ? `,"osdi:record_attendance_helper":${attendances}` : ''
  const documentation = standing === 'single' ? `,"curies":${view.curiesText}` : ''
  return (
    `{"self":${hrefText(addresses.event(id))},"osdi:${dialect.attendances}":${attendances}` +
    `,"osdi:creator":${person},"osdi:organizer":${person}${within}` +
    `,"${namespace}:embed":${hrefText(addresses.embed(id))}${helper}${documentation}}`
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

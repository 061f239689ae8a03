import { facts, shown } from '../rules/facts.ts'
import type { EventRecord } from '../store/model.ts'
import type { Field } from './dialect.ts'
import { personText } from './people.ts'
import type { Form, View } from './view.ts'

/** An event as JSON. Nearly every response has one or more: to join texts takes a fraction of the time of making an object first. */
export function eventText(view: View, event: EventRecord, form: Form): string {
  const documented = form === 'resource' ? `,"curies":${JSON.stringify(view.curies)}` : ''
  const people = view.dialect.embedsPeople ? `,"_embedded":{${peopleText(view, event, form)}}` : ''
  return `{${fieldsText(view, event)}"_links":{${linksText(view, event)}${documented}}${people}}`
}

/** The facts of an event under a version's names; it shows no field that the version's tables lack (v1 §9.2). */
function fieldsText({ context, dialect }: View, event: EventRecord): string {
  const { unset } = context.assumptions
  // Members of a location may have no value either.
  const replacer = unset === 'null' ? (_: string, value: unknown) => (value === undefined ? null : value) : undefined
  let text = ''
  for (const { wire, fact, members } of dialect.fields) {
    const value = shown(facts[fact], event, context)
    if (value === undefined && unset === 'absent') continue
    const named = members && typeof value === 'object' ? renamed(value as object, members) : value
    text += `"${wire}":${JSON.stringify(named, replacer)},`
  }
  return text
}

const renamed = (value: object, names: NonNullable<Field['members']>): object =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [names[name] ?? name, member]))

/** The links that an event has in a collection too (v1 §2.4, v2 §2.5). */
function linksText({ dialect, addresses }: View, { id, creator, campaign }: EventRecord): string {
  const { namespace } = dialect
  const person = linkText(addresses.person(creator))
  const attendances = linkText(addresses.attendances(id))
  return (
    `"self":${linkText(addresses.event(id))},"osdi:${dialect.attendances}":${attendances}` +
    `,"osdi:creator":${person},"osdi:organizer":${person}` +
    (campaign === undefined ? '' : `,"${namespace}:event_campaign":${linkText(addresses.campaign(campaign))}`) +
    `,"${namespace}:embed":${linkText(addresses.embed(id))}` +
    (dialect.attendanceHelper ? `,"osdi:record_attendance_helper":${attendances}` : '')
  )
}

/** A link as JSON. The service's own addresses have nothing in them that JSON escapes. */
export const linkText = (href: string): string => `{"href":"${href}"}`

/** Creator and organizer are the same person (v1 §2.1), and only version 1 embeds them (v1 §2.3). */
function peopleText(view: View, { creator }: EventRecord, form: Form): string {
  const person = view.context.store.people.get(creator)
  if (!person) return ''
  const text = view.people.get(creator) ?? personText(view, person, form)
  view.people.set(creator, text)
  return `"osdi:creator":${text},"osdi:organizer":${text}`
}

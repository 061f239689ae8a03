import { projectEvent } from '../dialects/project.ts'
import { link, type Resource } from '../hal.ts'
import type { EventRecord } from '../model.ts'
import { describe } from '../service/describe.ts'
import { campaignLink } from './campaign.ts'
import { personResource } from './person.ts'
import { curiesOf, type Standing, type View } from './view.ts'

export function eventResource(view: View, event: EventRecord, standing: Standing): Resource {
  const { world, dialect } = view
  return {
    ...projectEvent(dialect, describe(world, event), world.assumptions.unset),
    _links: eventLinks(view, event, standing),
    ...(dialect.embedsPeople && { _embedded: peopleOf(view, event, standing) }),
  }
}

function eventLinks(view: View, event: EventRecord, standing: Standing): Resource {
  const { addresses, dialect } = view
  const attendances = link(addresses.attendances(event.id))
  const creator = link(addresses.person(event.creator))
  return {
    self: link(addresses.event(event.id)),
    [`osdi:${dialect.attendances}`]: attendances,
    'osdi:creator': creator,
    'osdi:organizer': creator,
    ...(event.campaign !== undefined && {
      [`${dialect.namespace}:event_campaign`]: campaignLink(view, event.campaign),
    }),
    [`${dialect.namespace}:embed`]: link(addresses.embed(event.id)),
    ...(dialect.attendanceHelper && { 'osdi:record_attendance_helper': attendances }),
    ...(standing === 'single' && { curies: curiesOf(view) }),
  }
}

/** Creator and organizer are the same person (v1 §2.1). */
function peopleOf(view: View, event: EventRecord, standing: Standing): Resource {
  const person = view.world.store.people.get(event.creator)
  const shown = person && personResource(view, person, standing)
  return { 'osdi:creator': shown, 'osdi:organizer': shown }
}

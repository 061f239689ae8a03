import type {
  CampaignRecord,
  EventRecord,
  GroupRecord,
  Instant,
  KeyRecord,
  MessageRecord,
  PersonRecord,
} from '../model.ts'
import type { StateCampaign, StateEvent, StateGroup, StateKey, StateMessage, StatePerson } from '../types.ts'

/** A moment to the millisecond, whatever the service shows of it. */
export const written = (instant: Instant): string => new Date(instant).toISOString()

export const personState = (person: PersonRecord): StatePerson => ({
  id: person.id,
  given_name: person.given_name,
  family_name: person.family_name,
  email_address: person.email_address,
  ...(person.postal_code !== undefined && { postal_code: person.postal_code }),
  created: written(person.created),
})

export const groupState = (group: GroupRecord): StateGroup => ({
  id: group.id,
  title: group.title,
  creator: group.creator,
  members: [...group.members],
  organizers: [...group.organizers],
  administrators: [...group.administrators],
})

export const keyState = ({ token, group, person }: KeyRecord): StateKey =>
  group === undefined ? { token, person } : { token, group }

export const campaignState = ({ id, title, owner }: CampaignRecord): StateCampaign => ({ id, title, owner })

export const messageState = ({ sent, ...message }: MessageRecord): StateMessage => ({
  ...message,
  sent_at: written(sent),
})

export function eventState(event: EventRecord): StateEvent {
  const { content } = event
  const { sent, country, place } = content.location
  return {
    id: event.id,
    key: event.key,
    via: event.via,
    ...(event.campaign !== undefined && { campaign: event.campaign }),
    creator: event.creator,
    explicit_creator: event.explicitCreator,
    created: written(event.created),
    modified: written(event.modified),
    title: content.title,
    origin_system: content.origin_system,
    ...(content.name !== undefined && { name: content.name }),
    ...(content.description !== undefined && { description: content.description }),
    ...(content.instructions !== undefined && { instructions: content.instructions }),
    ...(content.browser_url !== undefined && { browser_url: content.browser_url }),
    ...(event.featured_image_url !== undefined && { featured_image_url: event.featured_image_url }),
    ...(content.start !== undefined && { start: content.start }),
    ...(content.end !== undefined && { end: content.end }),
    identifiers: [...content.foreign],
    location: {
      sent: { ...sent, ...(sent.address_lines && { address_lines: [...sent.address_lines] }) },
      country,
      place: { ...place },
    },
    ...(event.capacity !== undefined && { capacity: event.capacity }),
    hidden: event.hidden,
    visibility: event.visibility,
    ...(event.status !== 'confirmed' && { status: event.status }),
    ...(event.removed && { removed: true as const }),
  }
}

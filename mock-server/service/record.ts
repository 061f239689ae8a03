import type { EventContent, EventRecord, EventSettings, Instant, KeyRecord } from '../model.ts'

/** A new event as it is stored. Every one has the same members in the same order: there may be a million. */
export const eventRecord = (
  id: string,
  serial: number,
  { owner, token }: KeyRecord,
  created: Instant,
  settings: EventSettings,
  content: EventContent,
): EventRecord => ({
  id,
  serial,
  owner,
  key: token,
  created,
  modified: created,
  via: settings.via,
  campaign: settings.campaign,
  creator: settings.creator,
  explicitCreator: settings.explicitCreator,
  featured_image_url: settings.featured_image_url,
  capacity: settings.capacity,
  hidden: settings.hidden,
  visibility: settings.visibility,
  status: settings.status,
  content,
  accepted: 0,
  removed: false,
})

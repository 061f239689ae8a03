import type { Curie, Link, OneOrMany } from './hal.ts'

/** Links of an event campaign. */
export interface EventCampaignLinks {
  /** The event campaign itself. */
  self?: OneOrMany<Link> | null
  /** The events of the event campaign. */
  'osdi:events'?: OneOrMany<Link> | null
  /** Where relations are documented. */
  curies?: Curie[] | Curie | null
}

/** Fields of an event campaign that have the same name in both versions. The spec does not show them: all may be absent. */
export interface EventCampaignFields {
  /** Identifiers of the form `<system>:<id>`. */
  identifiers?: string[] | null
  /** Title for the organizers' own use. */
  name?: string | null
  /** What the event campaign is about: HTML, untrusted. */
  description?: string | null
  /** Address of the banner image. Set by the service. */
  featured_image_url?: string | null
  /** Why people should host an event: HTML, untrusted. */
  host_pitch?: string | null
  /** What hosts must know: HTML, untrusted. */
  host_instructions?: string | null
  /** Address of the page where people add events. Set by the service. */
  host_url?: string | null
  /** Number of events. Set by the service. */
  total_events?: number | null
  /** Number of RSVPs to all events. Set by the service. */
  total_rsvps?: number | null
  /** Names of tags. */
  tag_list?: string[] | null
  /** Links of the event campaign. */
  _links?: EventCampaignLinks | null
}

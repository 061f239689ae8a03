import type { HalLike, Link } from './hal.ts'

/** Any object with identifiers: an event, a person, or a copy of one. */
export interface Identified extends HalLike {
  /** Entries of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[] | null | undefined
}

/** An event of either version, or a copy of one. */
export interface EventLike extends Identified {
  /** Entries of the form `<system>:<id>`. */
  readonly identifiers: readonly string[]
}

/** A reference to one event: its id with or without the service's prefix, or an event that a client returned. */
export type EventReference = string | EventLike

/** A reference to one RSVP: an RSVP that a client returned, or its address or link. */
export type AttendanceReference = string | Link | HalLike

/** An event campaign, or a copy of one. */
export interface CampaignLike extends Identified {
  /** An event is no event campaign. */
  readonly location?: never
}

/** A reference to one event campaign: its id with or without the service's prefix, its address or link, or an event campaign that a client returned. */
export type CampaignReference = string | Link | CampaignLike

/** A person that version 1 embeds, or a copy of one. */
export interface PersonLike extends Identified {
  /** Not allowed, so that an event is not assignable to this type. */
  readonly title?: never
  /** Not allowed, so that an event is not assignable to this type. */
  readonly summary?: never
}

/** The person who creates an event: an id with or without the service's prefix, an address, a link, or an embedded person of version 1. */
export type CreatorReference = string | Link | PersonLike

/** Whether a text has the form `<system>:<id>` (v1 §2.1, v2 §2.1). */
export const isIdentifier = (text: string) => /^[^\s:\p{Cc}]+:[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u.test(text)

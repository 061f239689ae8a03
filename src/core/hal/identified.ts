import type { HalLike, Link } from './hal.ts'

/** Any object with identifiers: an event, a person, or a copy of one. */
export interface Identified extends HalLike {
  /** Entries of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[] | null | undefined
}

/** A page is no single resource. */
type NoPage = {
  /** Only pages have this. */
  readonly per_page?: never
}

/** No event. */
type NoEvent = {
  /** Only events have this. */
  readonly location?: never
  /** Only events of version 2 have this. */
  readonly start_date?: never
}

/** No RSVP. */
type NoAttendance = {
  /** Only RSVPs have this. */
  readonly person?: never
}

/** No person. */
type NoPerson = {
  /** Only people have this. */
  readonly given_name?: never
}

/** No event campaign. */
type NoCampaign = {
  /** Only event campaigns have this. */
  readonly host_pitch?: never
}

/** An event of either version, or a copy of one. */
export interface EventLike extends Identified, NoPage, NoAttendance, NoPerson, NoCampaign {
  /** Entries of the form `<system>:<id>`. */
  readonly identifiers: readonly string[]
}

/** An RSVP of either version, or a copy of one. */
export interface AttendanceLike extends Identified, NoPage, NoEvent, NoPerson, NoCampaign {}

/** An event that `onInvalid: 'keep'` returned. A call finds its id in the identifiers or in the self link. */
export interface KeptEvent extends Identified, NoPage, NoAttendance, NoPerson, NoCampaign {}

/** A reference to one event: its id with or without the service's prefix, or an event that a client returned. */
export type EventReference = string | EventLike | KeptEvent

/** What leads to one event: a reference to it, its address or link, or an RSVP. */
export type EventSource = EventReference | Link | AttendanceLike

/** A reference to one RSVP: an RSVP that a client returned, or its address or link. */
export type AttendanceReference = string | Link | AttendanceLike

/** An event campaign, or a copy of one. */
export interface CampaignLike extends Identified, NoPage, NoEvent, NoAttendance, NoPerson {}

/** A reference to one event campaign: its id with or without the service's prefix, its address or link, or an event campaign that a client returned. */
export type CampaignReference = string | Link | CampaignLike

/** A person that version 1 embeds, or a copy of one. */
export interface PersonLike extends Identified, NoPage, NoAttendance {
  /** Not allowed, so that an event is not assignable to this type. */
  readonly title?: never
  /** Not allowed, so that an event is not assignable to this type. */
  readonly summary?: never
}

/** The person who creates an event: an id with or without the service's prefix, an address, a link, or an embedded person of version 1. */
export type CreatorReference = string | Link | PersonLike

/**
 * A reference to one person: an id with or without the service's prefix, an address, a link, a person, an RSVP (the person who comes), or an event
 * (its creator).
 */
export type PersonReference = string | Link | PersonLike | AttendanceLike | EventLike

/** Whether a text has the form `<system>:<id>` (v1 §2.1, v2 §2.1). */
export const isIdentifier = (text: string) => /^[^\s:\p{Cc}]+:[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u.test(text)

/** The identifiers that are of other systems, and not the service's own. */
export const foreignOf = (identifiers: readonly string[], namespace: string): string[] =>
  identifiers.filter((each) => !each.startsWith(`${namespace}:`))

/** The identifiers of an event, also of an invalid one. */
export const identifiersIn = ({ identifiers }: { readonly identifiers?: unknown }): string[] =>
  [identifiers].flat().filter((each) => typeof each === 'string')

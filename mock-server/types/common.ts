/** The two versions of the events API, as they stand in its paths (v1 §9.1, v2 §9.1). */
export type Version = 'v1' | 'v2'

/** What the service can be asked to do: entries of the request log, faults and filters name it. */
export type OperationName =
  | 'events.list'
  | 'events.create'
  | 'events.get'
  | 'events.update'
  | 'campaigns.events'
  | 'campaigns.get'
  | 'attendances.list'
  | 'attendances.record'
  | 'attendances.get'
  | 'embed.get'
  | 'people.get'
  | 'people.attendances'
  | 'people.part'

/** A moment: an ISO 8601 date-time in UTC, with milliseconds where the assumption `timestamps` says so. */
export type Timestamp = string

/** What a person answers to an invitation. Only `accepted` ones get mail. Which ones `total_accepted` counts is the assumption `totalAccepted`. */
export type AttendanceStatus = 'accepted' | 'declined' | 'tentative' | 'needs action'

/** Something that has an id. */
export interface WithId {
  /** Its id, without the service's prefix. */
  readonly id: string
}

/** Something with an id, or the id. */
export type Reference = string | WithId

/** A key, or its token. */
export type KeyReference =
  | string
  | {
      /** What goes into the key header. */
      readonly token: string
    }

/** Which page of a list is wanted. */
export interface PageQuery {
  /**
   * Which page, from 1.
   * @default 1
   */
  readonly page?: number
  /**
   * How many entries on a page, 1000 at the most.
   * @default 50
   */
  readonly per_page?: number
}

/** A page of what a query asks for. */
export interface Page {
  /** How many fit, on all pages. */
  readonly total: number
  /** Which page this is. */
  readonly page: number
  /** How many are on a page at the most. */
  readonly per_page: number
}

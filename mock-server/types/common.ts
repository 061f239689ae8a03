/** Version of the events API, as in its paths (v1 §9.1, v2 §9.1). */
export type Version = 'v1' | 'v2'

type EventOperation = `events.${'list' | 'create' | 'get' | 'update'}` | 'embed.get'
type CampaignOperation = `campaigns.${'list' | 'create' | 'get' | 'update' | 'events' | 'embed'}`
type AttendanceOperation = `attendances.${'list' | 'record' | 'get' | 'update'}`
type PersonOperation =
  `people.${'list' | 'create' | 'get' | 'update' | 'attendances' | 'attendance' | 'part' | 'taggings'}`
type OtherOperation = `entryPoint.${'get' | 'part'}` | `tags.${'list' | 'get' | 'taggings' | 'tagging'}`

/** Name of an operation of the API. The request log, faults and filters of the log use these names. */
export type OperationName = EventOperation | CampaignOperation | AttendanceOperation | PersonOperation | OtherOperation

/** An ISO 8601 date-time in UTC. It has milliseconds if the assumption `timestamps` says so. */
export type Timestamp = string

/**
 * A person's answer to an invitation. Only people with the status `accepted` get mail. The assumption `totalAccepted` says which RSVPs the
 * field `total_accepted` counts.
 */
export type AttendanceStatus = 'accepted' | 'declined' | 'tentative' | 'needs action' | 'attended'

/** An object with an id. */
export interface WithId {
  /** The id alone, such as `123`, and not the identifier `platform:123`. */
  readonly id: string
}

/** An id, or an object that has one. */
export type Reference = string | WithId

/** An API key, or its token. */
export type KeyReference =
  | string
  | {
      /** The text that requests send in the key header. */
      readonly token: string
    }

/** Which page of a list to return. */
export interface PageQuery {
  /** Number of the page, from 1. @default 1 */
  readonly page?: number
  /** Entries per page, at most 1000. @default 50 */
  readonly per_page?: number
}

/** The total of a query, and the position of a page in its result. */
export interface Page {
  /** Number of matches on all pages. */
  readonly total: number
  /** Number of this page. */
  readonly page: number
  /** Maximum number of entries per page. */
  readonly per_page: number
}

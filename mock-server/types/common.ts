/** The two versions of the events interface, as they stand in its paths (v1 §9.1, v2 §9.1). */
export type Version = 'v1' | 'v2'

/** What the service can be asked to do; the request log names it, and fault rules and filters name it. */
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

/**
 * A moment as the service writes the times it makes: an ISO 8601 date-time in UTC, `YYYY-MM-DDTHH:MM:SSZ`, with milliseconds
 * before the `Z` where the assumption `timestamps` says so.
 */
export type Timestamp = string

/** Something that the mock made and gave an id. */
export interface WithId {
  /** Its id, without the service's prefix. */
  readonly id: string
}

/** Something with an id, or the id. */
export type Reference = string | WithId

/** Something with a key's token, such as a key. */
export interface WithToken {
  /** What goes into the key header. */
  readonly token: string
}

/** A key, or its token. */
export type KeyReference = string | WithToken

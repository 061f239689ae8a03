/** The two versions of the events interface, as they stand in its paths (v1 §9.1, v2 §9.1). */
export type Version = 'v1' | 'v2'

/**
 * A moment: an ISO 8601 date-time in UTC to the second, `YYYY-MM-DDTHH:MM:SSZ`, as the service writes the times it makes.
 */
export type Timestamp = string

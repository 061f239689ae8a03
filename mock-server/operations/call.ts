import type { Match } from '../http/routing.ts'
import type { KeyRecord } from '../model.ts'
import type { Paging } from '../resources/paging.ts'
import type { View } from '../resources/view.ts'
import type { Bytes } from '../text/bytes.ts'
import type { JsonObject } from '../text/json.ts'

/** A request that has found its route and shown its key. */
export interface Call {
  readonly view: View
  readonly key: KeyRecord
  readonly match: Match
  /** Which page it asks for; read only where there are pages. */
  paging(): Paging
  /** Its body; empty for a request that has none. */
  readonly body: JsonObject
}

/** Answers a call with a resource as JSON, in parts or as a text, or refuses it. */
export type Handler = (call: Call) => string | readonly Bytes[]

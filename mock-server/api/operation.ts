import type { Range } from '../store/lists.ts'
import type { AttendanceRecord, EventRecord, KeyRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import { cachesOf } from './cache.ts'
import { type Collection, encoded, type Paging, pagePieces } from './page.ts'
import type { Bytes } from './response.ts'
import type { Match } from './router.ts'
import type { View } from './view.ts'

/** A request that has found its route and shown its key. */
export interface Operation {
  readonly view: View
  readonly key: KeyRecord
  readonly match: Match
  /** OData text that the list is to be filtered by. */
  readonly filter: string | undefined
  /** Which page it asks for; read only where there are pages. */
  paging(): Paging
  /** Its body; empty for a request that has none. */
  readonly body: JsonObject
}

/** Responds to a call with a resource as JSON, or throws an HTTP error. */
export type Handler = (call: Operation) => string | Bytes

/** A collection whose members are looked for when none of its pages is kept. */
interface Listing<Item> extends Omit<Collection<Item>, 'members'> {
  readonly all: () => Range<Item>
  /** Those that meet a filter; only where the route takes one. */
  readonly filtered?: (odata: string) => readonly Item[]
}

/** The page that is asked for: as it was made before, or made now if anything changed since. */
export function keptPage<Item extends EventRecord | AttendanceRecord>(
  { view, key, filter, paging }: Operation,
  { all, filtered, ...collection }: Listing<Item>,
): Bytes {
  const { store } = view.context
  const asked = paging()
  // Whose list it is, in which version, under which address: all that a page depends on beside the store.
  const list = `${store.scopeOf({ owner: key.owner, key: key.token })} ${collection.address}`
  const { pages, lists } = cachesOf(store)
  const members = (): Range<Item> => {
    if (filter === undefined || !filtered) return all()
    // Under one address are records of one kind.
    return lists.get(`${list} ${filter}`, store.revision, () => filtered(filter)) as readonly Item[]
  }
  const make = () => encoded(pagePieces(view, { ...collection, members: members() }, asked))
  return pages.get(`${list}${asked.self}`, store.revision, make)
}

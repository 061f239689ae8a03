import { whole } from '../store/lists.ts'
import type { EventRecord, OwnerId, PersonRecord } from '../store/model.ts'
import type { Context } from './context.ts'

/**
 * Whoever acts on an event joins its owner's list, and the personal list of a creator who was set explicitly; a creator who
 * was assigned changes no list (v1 §4.5, v2 §4.7).
 */
export function joinLists({ store }: Pick<Context, 'store'>, event: EventRecord, person: PersonRecord): void {
  store.join(event.owner, person)
  if (event.explicitCreator) store.join(`person:${event.creator}`, person)
}

/** Everyone on a list, in the order of joining. */
export const mailingList = ({ store }: Context, list: OwnerId): readonly PersonRecord[] =>
  whole(store.mailingList(list))

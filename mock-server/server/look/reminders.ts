import { settle } from '../../service/reminders.ts'
import { type World, written } from '../../service/world.ts'
import type { DueReminders } from '../../types.ts'
import { pageOf } from './check-query.ts'

/** Search parameters that a list of reminders is made of. */
export const reminderQuery: readonly string[] = ['page', 'per_page']

/** A page of the reminders that are not due yet. */
export function remindersOf(world: World, query: Readonly<Record<string, string>>): DueReminders {
  const { page, per_page } = pageOf(query)
  settle(world)
  const { length, slice } = world.store.reminders
  const reminders = slice((page - 1) * per_page, page * per_page).map(({ due, event }) => ({
    event: event.id,
    title: event.content.title,
    ...(event.content.start !== undefined && { start: event.content.start }),
    due: written(world, due),
    rsvps: event.accepted,
  }))
  return { total: length, page, per_page, reminders }
}

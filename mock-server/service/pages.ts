import type { EventRecord, GroupRecord } from '../model.ts'
import type { World } from './world.ts'

/** Page where people sign up to a user-interface event. It keeps its address when the title changes. */
export const publicUrl = ({ baseUrl }: World, { id }: EventRecord): string => `${baseUrl}/events/${id}`

/** Page with the statistics of a user-interface event. */
export const manageUrl = (world: World, event: EventRecord): string => `${publicUrl(world, event)}/manage`

/** Public page of a group. */
export const groupUrl = ({ baseUrl }: World, { id }: GroupRecord): string => `${baseUrl}/groups/${id}`

import type { OperationName } from '../types.ts'
import { getAttendance, listAttendances, listPersonAttendances, recordAttendance } from './attendances.ts'
import type { Handler } from './call.ts'
import { createEvent, getEvent, listCampaignEvents, listEvents, updateEvent } from './events.ts'
import { getCampaign, getEmbed, getPerson, listPersonPart } from './linked.ts'

/** What does each of the routing table's operations. */
export const operations: Readonly<Record<OperationName, Handler>> = {
  'events.list': listEvents,
  'events.create': createEvent,
  'events.get': getEvent,
  'events.update': updateEvent,
  'campaigns.events': listCampaignEvents,
  'campaigns.get': getCampaign,
  'attendances.list': listAttendances,
  'attendances.record': recordAttendance,
  'attendances.get': getAttendance,
  'embed.get': getEmbed,
  'people.get': getPerson,
  'people.attendances': listPersonAttendances,
  'people.part': listPersonPart,
}

import type { AdminRoute } from './admin-call.ts'
import * as act from './admin-handlers.ts'
import { eventQuery } from './queries/check.ts'
import { messageQuery, reminderQuery } from './queries/messages.ts'
import * as look from './queries/routes.ts'
import * as who from './queries/routes.ts'

const get = (path: string, does: string, run: AdminRoute['act'], query: readonly string[] = []): AdminRoute => ({
  method: 'GET',
  path,
  does,
  query,
  act: run,
})
const post = (path: string, does: string, run: AdminRoute['act'], query: readonly string[] = []): AdminRoute => ({
  method: 'POST',
  path,
  does,
  query,
  body: true,
  act: run,
})
const remove = (path: string, does: string, run: AdminRoute['act']): AdminRoute => ({
  method: 'DELETE',
  path,
  does,
  act: run,
})

const filter = ['operation', 'version', 'method', 'path', 'status', 'text']

/** Every admin route, in the order in which they are listed. */
export const adminRoutes: readonly AdminRoute[] = [
  get('', 'lists the admin routes', act.list),
  post('reset', 'puts the service back to how it was made', act.reset),
  get('requests', 'shows the request log, or what of it a filter fits', act.requests, filter),
  remove('requests', 'empties the request log', act.clearRequests),
  get('faults', 'lists the active faults', ({ service }) => service.faults.rules),
  post('faults', 'adds a fault', ({ service, body }) => service.faults.add(act.unchecked(body))),
  remove('faults', 'removes every fault', ({ service }) => service.faults.clear()),
  remove('faults/:id', 'removes a fault', act.removeFault),
  get('people', 'lists people, searched, of an event or of an e-mail list', who.people, who.peopleQuery),
  post('people', 'adds a person', ({ members, body }) => members.addPerson(act.unchecked(body))),
  get('groups', 'lists the groups', who.groups),
  get('people/:id', 'shows a person', who.person),
  post('groups', 'adds a group', ({ members, body }) => members.addGroup(act.unchecked(body))),
  get('keys', 'lists the keys, and whose they are', who.keys),
  post('keys', 'adds a key', ({ members, body }) => members.addKey(act.unchecked(body))),
  get('campaigns', "lists the event campaigns, or those of a key's owner", who.campaigns, ['key']),
  post('campaigns', 'adds an event campaign', ({ members, body }) => members.addCampaign(act.unchecked(body))),
  get('events', 'lists all events, searched and sorted', look.events, eventQuery),
  post('events', "adds an event of a key's owner, or of the seeded group", act.addEvent, ['key', 'via']),
  get('events/:id', 'shows an event as both versions do', look.event),
  { ...post('events/:id', 'changes an event', act.updateEvent), method: 'PUT' },
  remove('events/:id', 'takes an event out', act.removeEvent),
  post('events/:id/cancel', 'cancels an event', act.cancelEvent),
  post('events/:id/attendances', 'records RSVPs', act.attend),
  get('look', 'shows what the interface answers, unnoted', look.look, ['path', 'of']),
  get('overview', 'counts what there is, and events by week', look.overview),
  get('lists', 'lists those who have a dashboard or an e-mail list', look.lists),
  get('targeting', 'shows what a key can choose in the targeting interface', act.targeting, ['key']),
  get('dashboard', 'shows the list of all actions', act.dashboard, ['key', 'of']),
  get('mailing-list', 'shows an e-mail list', act.mailingList, ['key', 'of']),
  get('outbox', 'shows the messages that were sent', ({ service }) => service.outbox),
  get('messages', 'lists the messages that were sent, searched', look.messages, messageQuery),
  get('messages/:id', 'shows what a message says', look.message),
  get('reminders', 'lists the reminders that are not due yet', look.reminders, reminderQuery),
  get('state', 'shows what the service holds, as one document', act.state),
  { ...post('state', 'goes back to such a document', act.restore), method: 'PUT' },
  get('clock', "shows the service's time", act.clock),
  post('clock', "moves the service's time on", act.advance),
  get('stream', 'tells what happens, as server-sent events', act.stream),
  { ...post('sandboxes', 'makes a service that stands alone', act.makeSandbox), server: true },
  { ...remove('sandboxes/:id', 'ends such a service', act.endSandbox), server: true },
]

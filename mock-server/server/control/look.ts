import { MockServiceError } from '../../errors.ts'
import { checkEventQuery } from '../look/check-query.ts'
import { keyFor, keyOfEvent } from '../look/key.ts'
import { listOwners } from '../look/list-owners.ts'
import { lookAt } from '../look/look-at.ts'
import { messageOf, messagesOf } from '../look/messages.ts'
import { remindersOf } from '../look/reminders.ts'
import { versionsOf } from '../look/versions.ts'
import type { Call } from './call.ts'

export const events = ({ site, query }: Call) => site.events.page(checkEventQuery(site.engine.run.world, query))

export const overview = ({ site }: Call) => site.events.overview()

export const lists = ({ site }: Call) => listOwners(site.engine.run.world)

export function event({ site: { engine }, url, id }: Call) {
  const world = engine.run.worldAt(url)
  return versionsOf(engine.run, world, keyOfEvent(world, id))
}

export const messages = ({ site: { engine }, url, query }: Call) => messagesOf(engine.run.worldAt(url), query)

export const message = ({ site: { engine }, url, id }: Call) => messageOf(engine.run.worldAt(url), id)

export const reminders = ({ site: { engine }, url, query }: Call) => remindersOf(engine.run.worldAt(url), query)

export function look({ site: { engine }, url, query: { path, of } }: Call) {
  if (!path?.startsWith('/'))
    throw new MockServiceError('argument', 'path', 'must be a path, which begins with a slash')
  const { run } = engine
  const world = run.worldAt(url)
  const { token } = of === undefined ? run.seeded.group : keyFor(world, of)
  return lookAt(run, world, path, token)
}

import { MockServiceError } from '../../errors.ts'
import { checkEventQuery } from '../look/check-query.ts'
import { keyFor, keyOfEvent } from '../look/key.ts'
import { lookAt } from '../look/look-at.ts'
import { versionsOf } from '../look/versions.ts'
import type { Call } from './call.ts'

export const events = ({ site, query }: Call) => site.events.page(checkEventQuery(query))

export function event({ site: { engine }, url, id }: Call) {
  const world = engine.run.worldAt(url)
  return versionsOf(engine.run, world, keyOfEvent(world, id))
}

export function look({ site: { engine }, url, query: { path, of } }: Call) {
  if (!path?.startsWith('/'))
    throw new MockServiceError('argument', 'path', 'must be a path, which begins with a slash')
  const { run } = engine
  const world = run.worldAt(url)
  const { token } = of === undefined ? run.seeded.group : keyFor(world, of)
  return lookAt(run, world, path, token)
}

import { answerTo, type Run } from '../../dispatch.ts'
import { noBody } from '../../http/incoming.ts'
import { RateLimit } from '../../http/rate-limit.ts'
import { receive } from '../../http/received.ts'
import type { World } from '../../service/world.ts'
import type { LookedAt } from '../../types.ts'

/** What the interface answers at a path. Neither the journal nor a rate limit learns of it. */
export function lookAt(run: Run, world: World, target: string, token: string): LookedAt {
  const received = receive(world, {
    method: 'GET',
    base: world.baseUrl,
    target,
    header: (name) => (keyHeaders.includes(name) ? token : undefined),
    headers: [],
    ...noBody,
  })
  const answer = answerTo({ ...run, rateLimit: new RateLimit(() => 0) }, received)
  return { status: answer.status, body: JSON.parse(answer.body) }
}

const keyHeaders: readonly string[] = ['api-key', 'osdi-api-token']

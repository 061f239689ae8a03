import { MockServiceError } from './errors.ts'
import { type Answer, refused, succeeded } from './http/answer.ts'
import { readBody } from './http/body.ts'
import type { Incoming } from './http/incoming.ts'
import { routeOf } from './http/locate.ts'
import type { RateLimit } from './http/rate-limit.ts'
import { type Received, receive } from './http/received.ts'
import type { Journal } from './journal/journal.ts'
import { operations } from './operations/index.ts'
import { pagingOf } from './resources/paging.ts'
import { viewOf } from './resources/view.ts'
import { keyFor } from './service/keys.ts'
import { Refusal } from './service/refusal.ts'
import type { World } from './service/world.ts'

/** One run of a service, from its making or its last reset on. */
export interface Run {
  readonly world: World
  /** The same world with another base address, which a server's callers may know it by. */
  worldAt(base: string): World
  readonly perPage: number
  readonly journal: Journal
  readonly rateLimit: Pick<RateLimit, 'count'>
}

/** Answers a request and notes it in the journal: request in, answer out, in one step that nothing can come between. */
export function dispatch(run: Run, incoming: Incoming): Answer {
  const received = receive(run.worldAt(incoming.base), incoming)
  const answer = answerTo(run, received)
  run.journal.note(received, { status: answer.status })
  return answer
}

/** Does what a request asks for, and answers it; the journal learns nothing of it. */
export function answerTo(run: Run, received: Received): Answer {
  try {
    return succeeded(perform(run, received))
  } catch (error) {
    const { errorBody } = received.world.assumptions
    if (error instanceof Refusal) return refused(error, errorBody)
    // A geocoder of the test's own failed: its author must learn of it, and a client of no more than a status.
    if (error instanceof MockServiceError) return refused(new Refusal(500, error.message), errorBody)
    throw error
  }
}

/** Checks in this order: path, method, key, rate, query, body; then the operation checks what it needs and only then stores. */
function perform(run: Run, { world, incoming, target: { query }, located }: Received) {
  const { dialect, match } = routeOf(world, located)
  const key = keyFor(world, incoming.header(dialect.keyHeader.toLowerCase()))
  run.rateLimit.count(world, key.token)
  refuseQuery(world, query)
  return operations[match.route.operation]({
    view: viewOf(world, dialect.version),
    key,
    match,
    paging: () => pagingOf(query, run.perPage, world.assumptions),
    body: match.route.method === 'GET' ? {} : readBody(world.assumptions, incoming),
  })
}

function refuseQuery({ assumptions }: World, parameters: URLSearchParams): void {
  if (parameters.size === 0) return
  const other = [...parameters.keys()].find((name) => name !== 'page' && name !== 'per_page')
  if (other !== undefined && assumptions.otherQuery === 400)
    throw new Refusal(400, `${other}: is no query parameter of this service`)
}

import { MockServiceError } from '../errors.ts'
import type { Journal } from '../requests/log.ts'
import { Refusal, type World } from '../rules/context.ts'
import { keyFor } from '../rules/scope.ts'
import type { Instant } from '../store/model.ts'
import { operations } from './operations.ts'
import { pagingOf } from './page.ts'
import type { RateLimit } from './rate-limit.ts'
import { type Incoming, readBody, type Target, targetOf } from './request.ts'
import { type Answer, refused, succeeded } from './response.ts'
import { type Located, locate, routeOf } from './router.ts'
import { viewOf } from './view.ts'

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

/** A request that has come in: when, and where it goes. Nothing is done about it yet. */
export interface Received {
  /** The service's world, under the base address that the caller knows it by. */
  readonly world: World
  readonly incoming: Incoming
  readonly target: Target
  readonly located: Located
  readonly at: Instant
}

export function receive(world: World, incoming: Incoming): Received {
  const target = targetOf(incoming.target)
  return { world, incoming, target, located: locate(world, incoming.method, target.path), at: world.clock.now() }
}

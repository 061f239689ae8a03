import { type Problem, readEvent } from '../dialects/read.ts'
import type { NewEventInput } from '../service/content.ts'
import { Refusal } from '../service/refusal.ts'
import type { World } from '../service/world.ts'
import type { Call } from './call.ts'

/** Reads the body of a POST, which is refused for what it must have and, as assumed, for what is invalid in it. */
export function readNewEvent({ view: { world, dialect }, body }: Call): NewEventInput {
  const { input, problems } = readEvent(dialect, body, 'invalid')
  for (const problem of problems) refuse(world, problem, dialect.policy.postalCode === 400)
  const { title, origin_system } = input
  if (title === undefined || origin_system === undefined)
    throw new Refusal(world.assumptions.invalidBody, 'body: is not an event')
  return { ...input, title, origin_system }
}

function refuse({ assumptions }: World, { kind, field }: Problem, needsPostalCode: boolean): void {
  if (kind === 'required')
    throw new Refusal(assumptions.invalidBody, `${field}: is required and must be a text that is not empty`)
  if (kind === 'optional' && assumptions.invalidOptional === 400) throw new Refusal(400, `${field}: is not valid`)
  if (kind === 'postal code' && needsPostalCode) throw new Refusal(400, `${field}: is required`)
}

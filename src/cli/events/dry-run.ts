import { randomUUID } from 'node:crypto'
import type { AnyEventsError } from 'osdi-events'
import { CliError } from '../cli-error.ts'
import { cliErrorOf } from '../client-error.ts'
import { idOrUndefined } from '../fields.ts'
import { type Io, print } from '../io.ts'
import type { AnyClient } from '../service.ts'
import { oneLine } from '../terminal/text.ts'
import type { InputLine, OneFlags, Result } from './upsert-one.ts'

/**
 * Makes a `fetch` for a dry run: it sends reads, and answers writes itself. An update is answered with the event as the service has it now, so that
 * `unappliedOf` names the fields that would change.
 */
export function fetchWithoutWrites(send: typeof fetch): typeof fetch {
  const planned = new PlannedEvents()
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url, signal } = request
    if (method === 'GET') return send(input, init)
    if (method === 'POST') return jsonResponse(planned.add(url, JSON.parse(await request.text())))
    const known = planned.at(url)
    if (known) return jsonResponse(known)
    const headers = new Headers(request.headers)
    headers.delete('Content-Type')
    return send(url, { headers, signal, redirect: 'manual' })
  }
}

const jsonResponse = (body: object) => Response.json(body, { headers: { 'Content-Type': 'application/hal+json' } })

/** What a create sends. */
interface SentEvent {
  readonly identifiers?: readonly string[]
  readonly _links?: object
}

/** Events that a dry run would create. */
class PlannedEvents {
  readonly #events = new Map<string, object>()
  /** Addresses by identifier. The same identifier always means the same event. */
  readonly #addresses = new Map<string, string>()

  at(address: string): object | undefined {
    return this.#events.get(address)
  }

  /** Plans the event that a create would make. */
  add(collection: string, { _links, ...sent }: SentEvent): object {
    const { identifiers = [] } = sent
    const known = identifiers.map((each) => this.#addresses.get(each)).find((each) => each !== undefined)
    const { origin, pathname } = new URL(collection)
    const href = known ?? `${origin}${pathname}/${randomUUID()}`
    const event = { ...plannedDates, identifiers, ...sent, _links: { ..._links, self: { href } } }
    for (const each of identifiers) this.#addresses.set(each, href)
    this.#events.set(href, event)
    return event
  }
}

const someDate = '2000-01-01T00:00:00Z'

/** The fields that the service sets, in both versions. */
const plannedDates = { created_date: someDate, modified_date: someDate, created_at: someDate, modified_at: someDate }

/** Like {@link cliErrorOf}, for a dry run: no write can have taken effect. */
export function dryRunErrorOf(error: AnyEventsError, flags: Readonly<Record<string, string>>): CliError {
  const { message, exitCode, hint } = cliErrorOf(error, flags, '')
  // The client's own PUT went to the service as a GET.
  return new CliError(exitCode, message.replace(/^PUT /, 'GET '), { hint, cause: error })
}

/** A note for dry runs in version 1. */
export const unknownInVersion1 =
  'Version 1 does not tell which events are new or unchanged: each would be sent, which makes no event twice.'

/** What an upsert would do. */
interface Plan {
  readonly result: Result
  /** Undefined for an event that is still to be created. */
  readonly id: string | undefined
  /** Names of the fields that an update would change. */
  readonly changed: readonly string[]
  /** An earlier line of this run with the same identifier. */
  readonly after?: number
}

/** Upserts that send no write. The client needs a `fetch` of {@link fetchWithoutWrites}. */
export class DryRun {
  /** The latest line of this run with an identifier, and its event. The service does not know it. */
  readonly #earlier = new Map<
    unknown,
    { readonly line: number; readonly text: string; readonly id: string | undefined }
  >()

  /** Finds and prints what the upsert of an event would do. */
  async upsertOne(
    events: Pick<AnyClient, 'upsert'>,
    event: object,
    { creator, json }: OneFlags,
    io: Io,
    line?: InputLine,
  ): Promise<Result> {
    const { idOf, unappliedOf } = await import('osdi-events')
    const { event: found, created } = await events.upsert(event, { signal: io.signal, creator })
    // An update does not send the creator.
    const changed = created === false ? unappliedOf(found).filter((name) => name !== 'creator') : []
    const result =
      created === undefined ? 'written' : created ? 'created' : changed.length > 0 ? 'updated' : 'unchanged'
    const id = created === false ? idOrUndefined(found, idOf) : undefined
    const plan = this.#inOrder({ result, id, changed }, event, line?.number ?? 1)
    const text = oneLine(`${line ? `line ${line.number}: ` : ''}${textOf(plan)}`)
    line?.progress.hide()
    await print(io, `${json ? JSON.stringify({ line: line?.number, dryRun: true, ...plan }) : text}\n`)
    return plan.result
  }

  /** The plan, after what earlier lines would do to the same event. */
  #inOrder(plan: Plan, event: object, line: number): Plan {
    const identifiers: unknown = Reflect.get(event, 'identifiers')
    const given: readonly unknown[] = Array.isArray(identifiers) ? identifiers : []
    const text = JSON.stringify(event)
    const before = given.map((each) => this.#earlier.get(each)).find((each) => each !== undefined)
    // An event that this run would create has no id yet.
    const id = before === undefined ? plan.id : before.id
    for (const each of given) this.#earlier.set(each, { line, text, id })
    // Version 1 does not tell.
    if (before === undefined || plan.result === 'written') return plan
    return { result: before.text === text ? 'unchanged' : 'updated', id, changed: [], after: before.line }
  }
}

function textOf({ result, id, changed, after }: Plan): string {
  const which = id === undefined ? '' : ` ${id}`
  const fields = changed.length > 0 ? `: ${changed.join(', ')}` : ''
  const order = after === undefined ? '' : `, after line ${after}`
  return `${result === 'unchanged' ? '' : 'would be '}${result}${which}${fields}${order}`
}

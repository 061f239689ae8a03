import { randomUUID } from 'node:crypto'
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
  /** Events that this run would create, by address. */
  const planned = new Map<string, string>()
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url, signal } = request
    if (method === 'GET') return send(input, init)
    if (method === 'POST') {
      const [address, event] = eventOf(url, await request.text())
      planned.set(address, event)
      return jsonResponse(event)
    }
    const known = planned.get(url)
    if (known !== undefined) return jsonResponse(known)
    const headers = new Headers(request.headers)
    headers.delete('Content-Type')
    return send(url, { headers, signal, redirect: 'manual' })
  }
}

const jsonResponse = (body: string) => new Response(body, { headers: { 'Content-Type': 'application/hal+json' } })

/** The event that a create would make, and its address. */
function eventOf(collection: string, sent: string): readonly [address: string, event: string] {
  const href = `${new URL(collection).origin}${new URL(collection).pathname}/${randomUUID()}`
  const now = new Date(0).toISOString()
  const dates = { created_date: now, modified_date: now, created_at: now, modified_at: now }
  const { _links, ...fields }: Readonly<Record<string, unknown>> = JSON.parse(sent)
  return [href, JSON.stringify({ ...dates, ...fields, _links: { ...Object(_links), self: { href } } })]
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
  readonly #earlier = new Map<unknown, { readonly line: number; readonly text: string }>()

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
    for (const each of given) this.#earlier.set(each, { line, text })
    // Version 1 does not tell.
    if (before === undefined || plan.result === 'written') return plan
    return { ...plan, result: before.text === text ? 'unchanged' : 'updated', changed: [], after: before.line }
  }
}

function textOf({ result, id, changed, after }: Plan): string {
  const which = id === undefined ? '' : ` ${id}`
  const fields = changed.length > 0 ? `: ${changed.join(', ')}` : ''
  const order = after === undefined ? '' : `, after line ${after}`
  return `${result === 'unchanged' ? '' : 'would be '}${result}${which}${fields}${order}`
}

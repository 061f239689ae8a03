import type { AnyEventsError } from 'osdi-events'
import { titleOf } from '../read/event-table.ts'
import { CliError } from '../run/cli-error.ts'
import { cliErrorOf } from '../run/client-error.ts'
import { idOrUndefined } from '../run/field-values.ts'
import type { Io } from '../run/io.ts'
import type { InputRow, PrintedRow } from './input-row.ts'
import type { RowEvent } from './row-event.ts'
import {
  type Change,
  changesBetween,
  changesOf,
  getKnown,
  type Result,
  splitNulls,
  type UpsertCalls,
} from './upsert-event.ts'
import type { OneFlags } from './upsert-one.ts'
import type { PlannedResult, UpsertTable } from './upsert-table.ts'

/** Like {@link cliErrorOf}, for a dry run: no write can have taken effect. */
export function dryRunErrorOf(error: AnyEventsError, flags: Readonly<Record<string, string>>): CliError {
  const { message, exitCode, hint } = cliErrorOf(error, flags, '')
  // The client's own PUT went to the service as a GET.
  return new CliError(exitCode, message.replace(/^PUT /, 'GET '), { hint, cause: error })
}

/** A note for dry runs in version 1. */
export const unknownInVersion1 =
  'Version 1 does not tell which events are new or unchanged: each would be sent, which makes no event twice.'

/** What an upsert would do to one event. */
interface Plan {
  readonly result: Result
  /** Undefined for an event that is still to be created. */
  readonly id: string | undefined
  /** The event afterwards. */
  readonly event: object
  /** The fields that an update would change. */
  readonly changes: readonly Change[]
  /** Number of an earlier row of this run that is about the same event. */
  readonly after?: number
}

/** A row that this run has planned. */
interface EarlierRow {
  readonly number: number
  readonly text: string
  readonly id: string | undefined
}

/** Upserts that send no write. The client needs a `fetch` of `fetchWithoutWrites`. */
export class DryRun {
  /** The latest row of this run with an identifier. */
  readonly #earlier = new Map<string, EarlierRow>()
  readonly #output: UpsertTable

  constructor(output: UpsertTable) {
    this.#output = output
  }

  /** Finds and prints what the upsert of an event would do. */
  async upsertOne(
    events: UpsertCalls,
    event: RowEvent,
    { creator }: OneFlags,
    io: Io,
    printed?: PrintedRow,
  ): Promise<Result> {
    const plan = this.#inOrder(await planOf(events, event, io.signal, creator), event, events.namespace, printed?.row)
    const { wallClockOf } = await import('osdi-events')
    const { result, id, event: planned, changes, after } = plan
    await this.#output.add(
      {
        result: plannedResults[result],
        id,
        title: titleOf(planned),
        start: wallClockOf(planned).start,
        changes,
        ...(after !== undefined && { after }),
      },
      printed,
    )
    return result
  }

  /** The plan, after what earlier rows would do to the same event. */
  #inOrder(plan: Plan, { fields, identifiers }: RowEvent, namespace: string, row: InputRow | undefined): Plan {
    const text = JSON.stringify(fields)
    const names = plan.id === undefined ? identifiers : [...identifiers, `${namespace}:${plan.id}`]
    const before = names.map((each) => this.#earlier.get(each)).find((each) => each !== undefined)
    // An event that this run would create has no id yet.
    const id = before === undefined ? plan.id : before.id
    for (const each of names) this.#earlier.set(each, { number: row?.number ?? 1, text, id })
    // `written`: version 1 does not say whether the event is new.
    if (before === undefined || plan.result === 'written') return plan
    return { ...plan, result: before.text === text ? 'unchanged' : 'updated', id, changes: [], after: before.number }
  }
}

const plannedResults = {
  created: 'would create',
  updated: 'would update',
  resent: 'would resend',
  unchanged: 'would be unchanged',
  written: 'would write',
} as const satisfies Record<Result, PlannedResult>

/** Whether a service may write the field in its own words, taken from the map. The event may then differ after each run. */
const isOfMap = (name: string): boolean => /^location\.(?:locality|region|country)$/.test(name)

async function planOf(
  events: UpsertCalls,
  row: RowEvent,
  signal: AbortSignal,
  creator: string | undefined,
): Promise<Plan> {
  const { id, fields } = row
  const { idOf, unappliedOf } = await import('osdi-events')
  const planOfKnown = (known: object, sent: object, names: readonly string[]): Plan => ({
    result: names.length === 0 ? 'unchanged' : names.every(isOfMap) ? 'resent' : 'updated',
    id: idOrUndefined(known, idOf),
    event: { ...known, ...fields },
    changes: changesBetween(known, sent, names, events.namespace),
  })
  /** Names of the fields that an update would change. The update checks them, and is answered with the event as it is. */
  const notYet = async (of: string, changes: object): Promise<readonly string[]> =>
    Object.keys(changes).length === 0 ? [] : unappliedOf(await events.update(of, changes, { signal }))
  if (id !== undefined) {
    const known = await getKnown(events, id, signal)
    const changes = changesOf(row, known, events.namespace)
    return planOfKnown(known, changes, await notYet(id, changes))
  }
  const { filled, cleared } = splitNulls(fields)
  const { event: found, created } = await events.upsert(filled, { signal, creator })
  if (created !== false) return { result: created ? 'created' : 'written', id: undefined, event: filled, changes: [] }
  // An update does not send the creator.
  const names = [...unappliedOf(found).filter((name) => name !== 'creator'), ...(await notYet(idOf(found), cleared))]
  return planOfKnown(found, changesOf(row, found, events.namespace), names)
}

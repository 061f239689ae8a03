import { CliError } from '../run/cli-error.ts'
import { cliErrorOf, fieldOf } from '../run/client-error.ts'
import { valueAt } from '../run/field-values.ts'
import type { Io } from '../run/io.ts'
import { print } from '../run/io.ts'
import { type ClientWork, routeOf } from '../run/service.ts'
import { sayError } from '../terminal/messages.ts'
import { ProgressLine, progressText, Speedometer } from '../terminal/progress.ts'
import { DryRun, dryRunErrorOf } from './dry-run.ts'
import { type BodyFlags, bodyFlagOf, bodyFromFlags } from './event-fields.ts'
import { type Input, type InputRow, type PrintedRow, rowName, rowNumbers } from './input-row.ts'
import { LineProgress } from './line-progress.ts'
import { RepeatedErrors } from './repeated-errors.ts'
import { RowReader } from './row-event.ts'
import { GoneError, type Result, upsertCallsOf } from './upsert-event.ts'
import { type OneFlags, upsertFlagOf, upsertOne } from './upsert-one.ts'
import { summarize, totalOf } from './upsert-summary.ts'
import { UpsertTable } from './upsert-table.ts'

/** The flags that apply to all rows. */
export interface LinesFlags extends OneFlags, BodyFlags {
  readonly resume?: string
  readonly dryRun?: true
}

/**
 * After this many failed rows in a row that a later run should send again, the command ends. The service is probably down, and each further row would
 * wait for all its retries.
 */
const maxOpenInRow = 10

/** 4xx statuses of temporary failures. A later run sends such a row again. */
const transientStatuses = [408, 425, 429]

/** What a table says about a row that fails, and about one that a later run should send again. */
const failedResults = {
  dryRun: { failed: 'would fail', open: 'not known' },
  real: { failed: 'failed', open: 'try again' },
} as const

/**
 * Upserts the events of an input. Sends them one after another, because two rows may be about the same event.
 *
 * @param read reads the input; called once
 */
export const upsertLines =
  (flags: LinesFlags, read: (io: Io, reader: RowReader) => Input | Promise<Input>): ClientWork =>
  async (events, io) => {
    const reader = new RowReader(flags)
    const { noun, rows, total } = await read(io, reader)
    const { api, namespace, creator = '', resume, json, dryRun } = flags
    const { isEventsError } = await import('osdi-events')
    const calls = upsertCallsOf(events)
    const table = new UpsertTable(io, flags, noun === 'rows' ? 'row' : 'line')
    const plans = dryRun && new DryRun(table)
    // The lines of a program may come without an end, so their results are printed as they come.
    const output = dryRun || (noun === 'rows' && table.isForPeople) ? table : undefined
    const errorOf = dryRun ? dryRunErrorOf : cliErrorOf
    const flagOf = { ...bodyFlagOf(flags), ...upsertFlagOf, event: 'id' }
    const given = { ...bodyFromFlags(flags), ...(creator && { creator }) }
    const { apiPath = '' } = routeOf(flags, io)
    const service = [api, `${events.baseUrl}${apiPath}`, namespace, creator].join(' ')
    await using progress = await LineProgress.of(io, resume, service)
    let [tried, inRow] = [0, 0]
    const verb = dryRun ? 'looking up' : 'upserting'
    const speedometer = new Speedometer(io.clock)
    const errors = new RepeatedErrors(io)

    /** Sends a row and returns its result: `open` if a later run should send the row again, undefined for an empty line. */
    const send = async (row: InputRow, line: ProgressLine): Promise<Result | 'failed' | 'open' | undefined> => {
      const printed: PrintedRow = { row, progress: line }
      try {
        const event = row.event()
        if (!event) return undefined
        return await (plans
          ? plans.upsertOne(calls, event, flags, io, printed)
          : upsertOne(calls, event, flags, io, printed, output))
      } catch (error) {
        const isOurs = isEventsError(error)
        const isOfRow = error instanceof CliError && (error.exitCode === 2 || error instanceof GoneError)
        if (!isOurs && !isOfRow) throw error
        const { message, exitCode, hint } = isOurs ? errorOf(error, flagOf) : error
        // Ends the command after an error that every other row would get too.
        const isOfFlag = isOurs && error.code === 'input' && valueAt(given, fieldOf(error)) !== undefined
        if (exitCode === 3 || isOfFlag) throw error
        const { outcome = 'not applied' } = isOurs && !dryRun ? error : {}
        const isFinal = !isOurs || outcome === 'applied' || ['input', 'ambiguous'].includes(error.code)
        const isRefusal =
          isOurs && error.code === 'http' && error.status < 500 && !transientStatuses.includes(error.status)
        const result = isFinal || isRefusal ? 'failed' : 'open'
        line.hide()
        const { title } = row
        const reason = json ? undefined : errors.take(row, message, hint)
        if (reason && !(output && table.isForPeople)) sayError(io, `${rowName(row)}: ${message}`, reason.hint)
        const said = hint === undefined ? message : `${message}; ${hint}`
        if (output) {
          const below = reason && [
            { text: message, style: 'error' } as const,
            { text: reason.hint ?? '', style: 'dim' } as const,
          ]
          await output.add(
            { result: failedResults[dryRun ? 'dryRun' : 'real'][result], title, error: said },
            printed,
            below?.filter(({ text }) => text !== ''),
          )
        } else if (json) {
          await print(io, `${JSON.stringify({ ...rowNumbers(row), title, result: 'failed', outcome, error: said })}\n`)
        }
        return result
      }
    }

    /** Prints what concerns all rows. */
    const end = async (hasResults: boolean): Promise<void> => {
      await output?.end()
      errors.sayOthers(noun)
      if (hasResults) {
        reader.sayUnsent(io)
        summarize(io, progress, noun, flags)
      }
    }

    try {
      using line = new ProgressLine(io, verb)
      let skipped = 0
      for await (const row of rows) {
        if (progress.has(row)) {
          skipped += 1
          continue
        }
        tried += 1
        const result = await send(row, line)
        inRow = result === 'open' ? inRow + 1 : 0
        await progress.add(row, result)
        const toDo = total === undefined ? undefined : total - skipped
        line.show(progressText(verb, noun, { done: tried, total: toDo }, speedometer))
        if (inRow === maxOpenInRow)
          throw new CliError(1, `${maxOpenInRow} ${noun} in a row failed; the others were not sent`)
      }
      await progress.end()
    } catch (error) {
      // If this fails too, the last saved state is still valid, so the command ignores the error.
      await progress.save().catch(() => {})
      await end(tried > 0 && (totalOf(progress) > 0 || io.signal.aborted))
      throw error
    }
    await end(true)
    return progress.counts.failed + progress.counts.open > 0 ? 1 : 0
  }

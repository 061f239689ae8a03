import { CliError } from '../cli-error.ts'
import { cliErrorOf } from '../client-error.ts'
import { eventCount } from '../export/output.ts'
import { valueAt } from '../fields.ts'
import { type Io, print } from '../io.ts'
import { type ClientWork, routeOf } from '../service.ts'
import { note, sayDone, sayError, warn } from '../terminal/messages.ts'
import { formatNumber, ProgressLine, progressText, Speedometer } from '../terminal/progress.ts'
import { type BodyFlags, bodyFlagOf, bodyFromFlags } from './body.ts'
import { DryRun, dryRunErrorOf, unknownInVersion1 } from './dry-run.ts'
import type { Input, InputRow } from './input-row.ts'
import { LineProgress } from './line-progress.ts'
import { type OneFlags, type Result, upsertFlagOf, upsertOne } from './upsert-one.ts'

/** The flags that apply to all rows. */
export interface LinesFlags extends OneFlags, BodyFlags {
  readonly resume?: string
  readonly dryRun?: true
}

/**
 * After this many failed lines in a row that a later run should send again, the command ends. The service is probably down, and each further line
 * would wait for all its retries.
 */
const maxOpenInRow = 10

/** 4xx statuses of temporary failures. A later run sends such a line again. */
const transientStatuses = [408, 425, 429]

/**
 * Upserts the events of an input. Sends them one after another, because two lines may be about the same event.
 *
 * @param read reads the input; called once
 */
export const upsertLines =
  (flags: LinesFlags, read: (io: Io) => Input | Promise<Input>): ClientWork =>
  async (events, io) => {
    const { noun, rows, total } = await read(io)
    const { api, namespace, creator = '', resume, json, dryRun } = flags
    const { isEventsError } = await import('osdi-events')
    const upserts = events.upserts()
    const [upsert, errorOf] = dryRun ? [dryRunOf(), dryRunErrorOf] : [upsertOne, cliErrorOf]
    const flagOf = { ...bodyFlagOf(flags), ...upsertFlagOf }
    const given = { ...bodyFromFlags(flags), ...(creator && { creator }) }
    const { apiPath = '' } = routeOf(flags, io)
    const service = [api, `${events.baseUrl}${apiPath}`, namespace, creator].join(' ')
    await using progress = await LineProgress.of(io, resume, service)
    let [tried, inRow] = [0, 0]
    const verb = dryRun ? 'looking up' : 'upserting'
    using line = new ProgressLine(io, verb)
    const speedometer = new Speedometer(io.clock)

    /** Sends a row and returns its result: `open` if a later run should send the row again, undefined for an empty line. */
    const send = async (row: InputRow): Promise<Result | 'failed' | 'open' | undefined> => {
      try {
        const event = row.event()
        return event && (await upsert(upserts, event, flags, io, { number: row.line, progress: line }))
      } catch (error) {
        const isOurs = isEventsError(error)
        if (!isOurs && !(error instanceof CliError && error.exitCode === 2)) throw error
        const { message, exitCode, hint } = isOurs ? errorOf(error, flagOf) : error
        // Ends the command after an error that every other row would get too.
        const isOfFlag =
          isOurs && error.code === 'input' && valueAt(given, error.field.replace(/^event\./, '')) !== undefined
        if (exitCode === 3 || isOfFlag) throw error
        const { outcome = 'not applied' } = isOurs && !dryRun ? error : {}
        const failure = JSON.stringify({ line: row.line, result: 'failed', outcome, error: message })
        line.hide()
        if (json) await print(io, `${failure}\n`)
        else sayError(io, `line ${row.line}: ${message}`, hint)
        if (!isOurs || outcome === 'applied' || ['input', 'ambiguous'].includes(error.code)) return 'failed'
        const isRefusal = error.code === 'http' && error.status < 500 && !transientStatuses.includes(error.status)
        return isRefusal ? 'failed' : 'open'
      }
    }

    try {
      let skipped = 0
      for await (const row of rows) {
        if (progress.has(row)) {
          skipped += 1
          continue
        }
        tried += 1
        const result = await send(row)
        inRow = result === 'open' ? inRow + 1 : 0
        await progress.add(row, result)
        const toDo = total === undefined ? undefined : total - skipped
        line.show(progressText(verb, noun, { done: tried, total: toDo }, speedometer))
        if (inRow === maxOpenInRow)
          throw new CliError(1, `${maxOpenInRow} ${noun} in a row failed; the others were not sent`)
      }
      await progress.end()
    } catch (error) {
      line.hide()
      // If this fails too, the last saved state is still valid, so the command ignores the error.
      await progress.save().catch(() => {})
      if (tried > 0 && (totalOf(progress) > 0 || io.signal.aborted)) summarize(io, progress, flags)
      throw error
    }
    line.hide()
    summarize(io, progress, flags)
    return progress.counts.failed + progress.counts.open > 0 ? 1 : 0
  }

function dryRunOf(): typeof upsertOne {
  const dryRun = new DryRun()
  return (...given) => dryRun.upsertOne(...given)
}

const totalOf = ({ counts }: LineProgress): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

function summarize(io: Io, progress: LineProgress, { resume, dryRun }: LinesFlags): void {
  const { counts, nextLine } = progress
  const { open, ...others } = counts
  const { created, updated, unchanged, written, failed } = others
  const results = dryRun
    ? { 'would be created': created, 'would be updated': updated, unchanged, 'would be written': written, failed }
    : others
  const openText = dryRun ? 'not known' : 'to be sent again'
  const parts = Object.entries({ ...results, [openText]: open }).filter(([, count]) => count > 0)
  const total = totalOf(progress)
  const again =
    resume === undefined ? 'to send all lines again makes no event twice' : `--resume continues at line ${nextLine}`
  const said = parts.map(([what, count]) => `${formatNumber(count)} ${what}`).join(', ')
  const events = dryRun ? `dry run, nothing sent: ${eventCount(total)}` : eventCount(total)
  const text = said === '' ? events : `${events}: ${said}`
  if (dryRun) (open + failed > 0 ? warn : sayDone)(io, text)
  else if (open > 0 || io.signal.aborted) warn(io, text, again)
  else if (failed > 0) warn(io, text)
  else sayDone(io, text)
  if (dryRun && written > 0) note(io, unknownInVersion1)
}

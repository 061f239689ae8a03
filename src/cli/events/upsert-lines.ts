import { CliError } from '../cli-error.ts'
import { eventCount } from '../export/output.ts'
import { readLines } from '../input.ts'
import { type Io, print } from '../io.ts'
import { type ClientWork, cliErrorOf, routeOf } from '../service.ts'
import { sayDone, sayError, warn } from '../terminal/messages.ts'
import { formatNumber, ProgressLine, progressText, Speedometer } from '../terminal/progress.ts'
import { parseObject } from './body.ts'
import { LineProgress } from './line-progress.ts'
import { type OneFlags, type Result, upsertFlagOf, upsertOne } from './upsert-one.ts'

/** The flags that apply to all lines. */
export interface LinesFlags extends OneFlags {
  readonly resume?: string
}

/**
 * After this many failed lines in a row that a later run should send again, the command ends. The service is probably down, and each further line
 * would wait for all its retries.
 */
const maxOpenInRow = 10

/** 4xx statuses of temporary failures. A later run sends such a line again. */
const transientStatuses = [408, 425, 429]

/** Upserts the events of standard input, one per line. Sends them one after another, because two lines may be about the same event. */
export const upsertLines =
  (flags: LinesFlags): ClientWork =>
  async (events, io) => {
    if (io.stdin.isTTY) throw new CliError(2, '--ndjson: needs events on standard input, as in upsert --ndjson < FILE')
    const { api, namespace, creator = '', resume, json } = flags
    const { isEventsError } = await import('osdi-events')
    const upserts = events.upserts()
    const { apiPath = '' } = routeOf(flags, io)
    const service = [api, `${events.baseUrl}${apiPath}`, namespace, creator].join(' ')
    await using progress = await LineProgress.of(io, resume, service)
    let [number, tried, inRow] = [0, 0, 0]
    using line = new ProgressLine(io, 'upserting')
    const speedometer = new Speedometer(io.clock)

    /** Sends a line and returns its result: `open` if a later run should send the line again. */
    const send = async (text: string): Promise<Result | 'failed' | 'open'> => {
      try {
        return await upsertOne(upserts, parseObject(text, 'the line'), flags, io, { number, progress: line })
      } catch (error) {
        const isOurs = isEventsError(error)
        if (!isOurs && !(error instanceof CliError && error.exitCode === 2)) throw error
        const { message, exitCode, hint } = isOurs ? cliErrorOf(error, upsertFlagOf) : error
        // Ends the command after an error that every other line would get too.
        if (exitCode === 3 || (isOurs && error.code === 'input' && error.field === 'creator' && creator)) throw error
        const { outcome = 'not applied' } = isOurs ? error : {}
        const failure = JSON.stringify({ line: number, result: 'failed', outcome, error: message })
        line.hide()
        if (json) await print(io, `${failure}\n`)
        else sayError(io, `line ${number}: ${message}`, hint)
        if (!isOurs || outcome === 'applied' || ['input', 'ambiguous'].includes(error.code)) return 'failed'
        const isRefusal = error.code === 'http' && error.status < 500 && !transientStatuses.includes(error.status)
        return isRefusal ? 'failed' : 'open'
      }
    }

    try {
      for await (const text of readLines(io)) {
        number += 1
        if (progress.has(text)) continue
        tried += 1
        const result = text.trim() === '' ? undefined : await send(text)
        inRow = result === 'open' ? inRow + 1 : 0
        await progress.add(text, result)
        line.show(progressText('upserting', 'lines', { done: tried }, speedometer))
        if (inRow === maxOpenInRow)
          throw new CliError(1, `${maxOpenInRow} lines in a row failed; the others were not sent`)
      }
      await progress.end()
    } catch (error) {
      line.hide()
      // If this fails too, the last saved state is still valid, so the command ignores the error.
      await progress.save().catch(() => {})
      if (tried > 0) summarize(io, progress, resume)
      throw error
    }
    line.hide()
    summarize(io, progress, resume)
    return progress.counts.failed + progress.counts.open > 0 ? 1 : 0
  }

function summarize(io: Io, { counts, nextLine }: LineProgress, resume: string | undefined): void {
  const { open, ...others } = counts
  const parts = Object.entries({ ...others, 'to be sent again': open }).filter(([, count]) => count > 0)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const again =
    resume === undefined ? 'to send all lines again makes no event twice' : `--resume continues at line ${nextLine}`
  const said = parts.map(([what, count]) => `${formatNumber(count)} ${what}`).join(', ')
  const text = said === '' ? eventCount(total) : `${eventCount(total)}: ${said}`
  if (open > 0 || io.signal.aborted) warn(io, text, again)
  else if (others.failed > 0) warn(io, text)
  else sayDone(io, text)
}

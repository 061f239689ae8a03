import { CliError } from '../cli-error.ts'
import { eventCount, formatNumber } from '../export/output.ts'
import { readLines } from '../input.ts'
import { type Io, print, say } from '../io.ts'
import { type ClientWork, cliErrorOf } from '../service.ts'
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
    await using progress = await LineProgress.of(io, resume, [api, events.baseUrl, namespace, creator].join(' '))
    let [number, tried, inRow] = [0, 0, 0]

    /** Sends a line and returns its result: `open` if a later run should send the line again. */
    const send = async (line: string): Promise<Result | 'failed' | 'open'> => {
      try {
        return await upsertOne(upserts, parseObject(line, 'the line'), flags, io, number)
      } catch (error) {
        const isOurs = isEventsError(error)
        if (!isOurs && !(error instanceof CliError && error.exitCode === 2)) throw error
        const { message, exitCode } = isOurs ? cliErrorOf(error, upsertFlagOf) : error
        // Ends the command after an error that every other line would get too.
        if (exitCode === 3 || (isOurs && error.code === 'input' && error.field === 'creator' && creator)) throw error
        const { outcome = 'not applied' } = isOurs ? error : {}
        const text = JSON.stringify({ line: number, result: 'failed', outcome, error: message })
        if (json) await print(io, `${text}\n`)
        else say(io, `line ${number}: ${message}`)
        if (!isOurs || outcome === 'applied' || ['input', 'ambiguous'].includes(error.code)) return 'failed'
        const isRefusal = error.code === 'http' && error.status < 500 && !transientStatuses.includes(error.status)
        return isRefusal ? 'failed' : 'open'
      }
    }

    try {
      for await (const line of readLines(io)) {
        number += 1
        if (progress.has(line)) continue
        tried += 1
        const result = line.trim() === '' ? undefined : await send(line)
        inRow = result === 'open' ? inRow + 1 : 0
        await progress.add(line, result)
        if (inRow === maxOpenInRow)
          throw new CliError(1, `${maxOpenInRow} lines in a row failed; the others were not sent`)
      }
      await progress.end()
    } catch (error) {
      // If this fails too, the last saved state is still valid, so the command ignores the error.
      await progress.save().catch(() => {})
      if (tried > 0) summarize(io, progress, resume)
      throw error
    }
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
  say(io, open > 0 || io.signal.aborted ? `${text}; ${again}` : text)
}

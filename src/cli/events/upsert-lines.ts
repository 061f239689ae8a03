import { CliError } from '../cli-error.ts'
import { eventsIn, shown } from '../export/output.ts'
import { linesOf } from '../input.ts'
import { type Io, print, say } from '../io.ts'
import { problemOf, type Work } from '../service.ts'
import { objectIn } from './body.ts'
import { LinesDone } from './lines-done.ts'
import { type OneFlags, type Result, upsertFlagOf, upsertOne } from './upsert-one.ts'

/** The flags that hold for all of them. */
export interface LinesFlags extends OneFlags {
  readonly resume?: string
}

/** So many open outcomes in a row, and the service is taken to be down: each further line would wait for all of its retries. */
const maxInRow = 10

/** Statuses of refusals that a later request may not meet. */
const passing = [408, 425, 429]

/** Upserts the events of standard input, one a line and one after another, for two lines may be of the same event. */
export const upsertingLines =
  (flags: LinesFlags): Work =>
  async (events, io) => {
    if (io.stdin.isTTY) throw new CliError(2, '--ndjson: needs events on standard input, as in upsert --ndjson < FILE')
    const { api, namespace, creator = '', resume, json } = flags
    const { isEventsError } = await import('osdi-events')
    const upserts = events.upserts()
    await using done = await LinesDone.of(io, resume, [api, events.baseUrl, namespace, creator].join(' '))
    let [number, tried, inRow] = [0, 0, 0]

    /** What became of a line; `open` where it should be sent again. */
    const sent = async (line: string): Promise<Result | 'failed' | 'open'> => {
      try {
        return await upsertOne(upserts, objectIn(line, 'the line'), flags, io, number)
      } catch (error) {
        const isOurs = isEventsError(error)
        if (!isOurs && !(error instanceof CliError && error.exitCode === 2)) throw error
        const { message, exitCode } = isOurs ? problemOf(error, upsertFlagOf) : error
        // What is wrong with all lines ends the command.
        if (exitCode === 3 || (isOurs && error.code === 'input' && error.field === 'creator' && creator)) throw error
        const { outcome = 'not applied' } = isOurs ? error : {}
        const text = JSON.stringify({ line: number, result: 'failed', outcome, error: message })
        if (json) await print(io, `${text}\n`)
        else say(io, `line ${number}: ${message}`)
        if (!isOurs || outcome === 'applied' || ['input', 'ambiguous'].includes(error.code)) return 'failed'
        const isRefusal = error.code === 'http' && error.status < 500 && !passing.includes(error.status)
        return isRefusal ? 'failed' : 'open'
      }
    }

    try {
      for await (const line of linesOf(io)) {
        number += 1
        if (done.has(line)) continue
        tried += 1
        const result = line.trim() === '' ? undefined : await sent(line)
        inRow = result === 'open' ? inRow + 1 : 0
        await done.add(line, result)
        if (inRow === maxInRow) throw new CliError(1, `${maxInRow} lines in a row failed; the others were not sent`)
      }
      await done.end()
    } catch (error) {
      // Where this fails as well, what was saved before still stands.
      await done.save().catch(() => {})
      if (tried > 0) summarize(io, done, resume)
      throw error
    }
    summarize(io, done, resume)
    return done.counts.failed + done.counts.open > 0 ? 1 : 0
  }

function summarize(io: Io, { counts, goesOnAt }: LinesDone, resume: string | undefined): void {
  const { open, ...others } = counts
  const parts = Object.entries({ ...others, 'to be sent again': open }).filter(([, count]) => count > 0)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const again =
    resume === undefined ? 'to send all lines again makes no event twice' : `--resume goes on at line ${goesOnAt}`
  const said = parts.map(([what, count]) => `${shown(count)} ${what}`).join(', ')
  const text = said === '' ? eventsIn(total) : `${eventsIn(total)}: ${said}`
  say(io, open > 0 || io.signal.aborted ? `${text}; ${again}` : text)
}

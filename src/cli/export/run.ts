import type { ListOptions, WalkReport } from 'osdi-events'
import { valueAt } from '../fields/value-at.ts'
import { withId } from '../fields/with-id.ts'
import { say } from '../output.ts'
import { ReaderGone } from '../print.ts'
import { Problem } from '../problem.ts'
import type { AnyEvents } from '../service/client.ts'
import type { Work } from '../service/run.ts'
import { copy } from './copy.ts'
import type { ExportFlags } from './flags.ts'
import { fieldsOf, formatOf } from './formats/format.ts'
import { fileOutput } from './output/file-output.ts'
import type { Output } from './output/output.ts'
import type { Identity } from './output/saved-state.ts'
import { standardOutput } from './output/standard-output.ts'
import { progressFor } from './progress/progress.ts'
import { eventsIn, shown, type Tally } from './tally.ts'

/** Copies every event to where the flags say. */
export const exporting =
  (flags: ExportFlags): Work =>
  async (events, { signal }) => {
    const { campaign, prefetch, skipInvalid, out, fields } = flags
    const options: ListOptions = {
      signal,
      ...(campaign !== undefined && { campaign }),
      ...(prefetch !== undefined && { prefetch }),
      ...(skipInvalid && { onInvalid: 'report' }),
    }
    // Refuses what is wrong with them before any file is touched.
    events.list(options)
    const output =
      out === undefined ? standardOutput() : await fileOutput(out, identityOf(flags, events), flags.resumeWithin)
    const progress = progressFor(flags)
    const unmet = new Set(output.reached ? [] : fields)
    const { eventsOf, idOf, isEventsError } = await import('osdi-events')
    try {
      await using walk = events.list({ ...options, ...resumeOf(output) }).pages()
      const tally = await copy({
        walk,
        eventsOf: (page) => withId(eventsOf(page), fieldsOf(flags), idOf),
        format: formatOf(flags),
        output,
        tell: (pace, page) => {
          progress.tell(pace)
          for (const name of unmet) if (page.some((event) => valueAt(event, name) !== undefined)) unmet.delete(name)
        },
      })
      const missing = missingFrom(tally, walk.report)
      if (missing !== undefined && !flags.allowIncomplete) {
        // Who went on from its end would ask for nothing more.
        await output.discard()
        const left = out === undefined ? '' : ` ${out} is left as it was,`
        throw new Problem(1, `${missing};${left} --allow-incomplete takes them`)
      }
      await output.finish()
      progress.end('done')
      if (process.stderr.isTTY && !flags.jsonProgress) {
        say(`${eventsIn(tally.events)} on ${shown(tally.pages)} pages${out === undefined ? '' : ` in ${out}`}`)
      }
      if (tally.rejected > 0) say(`${eventsIn(tally.rejected)} left out: not what the interface describes`)
      if (tally.events > 0) for (const name of unmet) say(`--fields: no event has ${name}`)
      if (missing !== undefined) say(missing)
      else if (!walk.report.certain)
        say('not certain to be complete: the service does not count its events, or they moved while they were copied')
    } catch (error) {
      const isLeft = error instanceof ReaderGone
      progress.end(signal.aborted || isLeft ? 'interrupted' : 'failed')
      if (isLeft) return 0
      const refused = isEventsError(error) && error.code === 'input'
      if (output.reached && !refused) {
        say(`${out} is not whole yet; the same command with --resume goes on where this one ended`)
      }
      throw error
    } finally {
      await output.close()
    }
    return 0
  }

/** How many of how many events came, where they are fewer than the service counts. */
function missingFrom(
  { events, rejected }: Tally,
  { complete, totalAtStart, totalAtEnd }: WalkReport,
): string | undefined {
  if (complete) return undefined
  // None where a run goes on from the very end.
  const totals = [totalAtStart, totalAtEnd].filter((total) => total !== undefined)
  const of = totals.length > 0 ? ` of ${shown(Math.min(...totals))}` : ''
  return `not complete: ${shown(events + rejected)}${of} events came`
}

const resumeOf = ({ reached }: Output): ListOptions =>
  reached?.checkpoint === undefined ? {} : { resume: reached.checkpoint }

/** The flags that decide what is in the file. */
const identityOf = (
  { api, namespace, campaign, format, fields, skipInvalid }: ExportFlags,
  { baseUrl }: AnyEvents,
): Identity => ({
  '--api': api,
  '--base-url': baseUrl,
  '--namespace': namespace,
  '--campaign': campaign ?? '',
  '--format': format,
  '--fields': fields?.join(',') ?? '',
  '--skip-invalid': skipInvalid ? 'set' : '',
})

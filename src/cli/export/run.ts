import type { Collection, ListOptions, PageIterator, PagingReport } from 'osdi-events'
import { ChosenFields } from '../chosen-fields.ts'
import { CliError } from '../cli-error.ts'
import { columnsOf, documentedOf, readerOf } from '../fields.ts'
import { filterOf } from '../filter.ts'
import { type Clock, ReaderGone, say } from '../io.ts'
import { Numbers } from '../numbers.ts'
import type { AnyEvents, Work } from '../service.ts'
import { changesSince } from './cursor.ts'
import { fileOutput } from './file-output.ts'
import type { ExportFlags } from './flags.ts'
import { type Format, formatOf } from './formats.ts'
import { eventsIn, nothing, type Output, type Progress, shown, standardOutput, type Tally } from './output.ts'
import { type Pace, paceFrom, progressFor } from './progress.ts'
import type { Identity } from './saved-state.ts'

/** Copies the events to the output that the flags name. */
export const exporting =
  (flags: ExportFlags): Work =>
  async (events, io) => {
    const { signal } = io
    const { campaign, cursor, prefetch, skipInvalid, out, fields } = flags
    const options: ListOptions = {
      signal,
      campaign,
      prefetch,
      onInvalid: skipInvalid && 'report',
      ...filterOf(flags),
    }
    // Throws for wrong options before any file is touched.
    events.list(options)
    const changes = cursor === undefined ? undefined : await changesSince(events, cursor, options, io)
    const output =
      out === undefined ? standardOutput(io) : await fileOutput(io, out, identityOf(flags, events), flags.resumeWithin)
    const progress = progressFor(flags, io)
    const { eventsOf, idOf, isEventsError } = await import('osdi-events')
    const read = readerOf(idOf)
    const format = formatOf(flags.format, fields, columnsOf(flags), read)
    // A field that an event of an earlier run had is not missing.
    const missing = output.reached && output.reached.tally.events > 0 ? output.reached.missing : undefined
    const choice = new ChosenFields({ fields, documented: documentedOf(flags), read, noun: 'event', missing })
    const numbers = new Numbers()
    try {
      await using pages = (changes?.list ?? events.list({ ...options, resume: output.reached?.checkpoint })).pages()
      const tally = await copy({
        pages,
        eventsOf: (page) => {
          const events = eventsOf(page)
          choice.see(events)
          // Names that are probably mistyped fail here, before the page is written.
          choice.refuseUnknown('some')
          numbers.seeAll(events, format.fields, read)
          return events
        },
        format,
        output,
        isResumable: !changes,
        clock: io.clock,
        missing: () => choice.missing,
        tell: (pace) => progress.tell(pace),
      })
      const lacking = missingFrom(tally, pages.report)
      const isPart = changes?.isPart || lacking !== undefined || tally.rejected > 0 || isChosen(flags)
      try {
        if (lacking !== undefined && !flags.allowIncomplete) {
          const left = out === undefined ? '' : ` ${out} was not changed;`
          throw new CliError(1, `${lacking};${left} --allow-incomplete accepts the incomplete list`)
        }
        choice.refuseUnknown(isPart ? 'some' : 'all')
      } catch (error) {
        // A resumed run would start at the end of the list and request nothing.
        await output.discard()
        throw error
      }
      await output.finish()
      await changes?.save()
      progress.end('done')
      if (io.stderr.isTTY && !flags.jsonProgress) {
        say(io, `${eventsIn(tally.events)} on ${shown(tally.pages)} pages${out === undefined ? '' : ` in ${out}`}`)
      }
      if (tally.rejected > 0) say(io, `${eventsIn(tally.rejected)} left out, because they do not match the interface`)
      choice.sayMissing(io)
      numbers.sayInexact(io)
      if (lacking !== undefined) say(io, lacking)
      else if (!pages.report.certain)
        say(
          io,
          'may be incomplete: the service does not count its events, or events moved between pages during the copy',
        )
    } catch (error) {
      const isLeft = error instanceof ReaderGone
      progress.end(signal.aborted || isLeft ? 'interrupted' : 'failed')
      if (isLeft) return 0
      const refused = isEventsError(error) && error.code === 'input'
      if (output.reached && !refused) {
        say(io, `${out} is not complete yet; run the same command with --resume to continue`)
      }
      throw error
    } finally {
      await output.close()
    }
    return 0
  }

/** Whether flags choose only some of the events. */
const isChosen = ({ campaign, filter, changedSince }: ExportFlags): boolean =>
  [campaign, filter, changedSince].some((given) => given !== undefined)

/** Message if the list is not complete, such as `the list is not complete: 90 of 100 events arrived`; otherwise undefined. */
function missingFrom(
  { events, rejected }: Tally,
  { complete, totalAtStart, totalAtEnd }: PagingReport,
): string | undefined {
  if (complete) return undefined
  // Empty if a run resumes at the very end of the list.
  const totals = [totalAtStart, totalAtEnd].filter((total) => total !== undefined)
  const of = totals.length > 0 ? ` of ${shown(Math.min(...totals))}` : ''
  return `the list is not complete: ${shown(events + rejected)}${of} events arrived`
}

/** The flags that decide what is in the file. */
const identityOf = (
  { api, namespace, campaign, filter, changedSince, format, fields, skipInvalid }: ExportFlags,
  { baseUrl }: AnyEvents,
): Identity => ({
  '--api': api,
  '--base-url': baseUrl,
  '--namespace': namespace,
  '--campaign': campaign ?? '',
  '--filter': filter ?? '',
  '--changed-since': changedSince ?? '',
  '--format': format,
  '--fields': fields?.join(',') ?? '',
  '--skip-invalid': skipInvalid ? 'set' : '',
})

/** What {@link copy} needs. */
interface Copy {
  readonly pages: PageIterator<Collection<object>>
  readonly eventsOf: (page: Collection<object>) => object[]
  readonly format: Format
  readonly output: Output
  /** Whether a later run may resume the output. */
  readonly isResumable: boolean
  readonly clock: Clock
  /** Names in `--fields` that no event has had so far. */
  readonly missing: () => readonly string[]
  /** Called after each written page. */
  readonly tell: (pace: Pace) => void
}

/**
 * Appends the pages of an iteration to the output. After a failure, saves the progress of a resumable output.
 *
 * @returns totals over all runs
 */
async function copy({ pages, eventsOf, format, output, isResumable, clock, missing, tell }: Copy): Promise<Tally> {
  const before = output.reached?.tally ?? nothing
  let reached: Progress = output.reached ?? { tally: nothing, checkpoint: undefined, missing: missing() }
  const paceOf = paceFrom(before, clock)
  try {
    // Written together with the first events: an error before them leaves no output.
    let head = output.reached ? '' : format.head
    for (let next = await pages.next(); !next.done; next = await pages.next()) {
      const events = eventsOf(next.value)
      await output.write(head + format.some(events, reached.tally.events === 0))
      head = ''
      reached = { tally: sum(before, pages.report), checkpoint: pages.checkpoint, missing: missing() }
      tell(paceOf(reached.tally, next.value))
      if (isResumable) await output.save(reached)
    }
    await output.write(head + format.tail(reached.tally.events))
    return reached.tally
  } catch (error) {
    // If this fails too, the progress saved before stays valid.
    if (isResumable && reached.checkpoint !== undefined) await output.save(reached, 'now').catch(() => {})
    throw error
  }
}

const sum = (one: Tally, other: Tally): Tally => ({
  pages: one.pages + other.pages,
  events: one.events + other.events,
  rejected: one.rejected + other.rejected,
})

import type { Collection, ListOptions } from 'osdi-events'
import { ChosenFields } from '../read/chosen-fields.ts'
import { filterOf } from '../read/filter-flags.ts'
import { type Format, formatOf } from '../read/formats.ts'
import { InexactNumbers } from '../read/inexact-numbers.ts'
import { publicCopier } from '../read/public-event.ts'
import { isSelective, selectionOf, selectorOf } from '../read/selection.ts'
import { campaignIdOf } from '../read/short-id.ts'
import { CliError } from '../run/cli-error.ts'
import { columnsOf, documentedOf, type ReadField, readerOf } from '../run/field-values.ts'
import { type Io, ReaderGone } from '../run/io.ts'
import { type AnyClient, type ClientWork, routeOf } from '../run/service.ts'
import { note, sayDone, warn } from '../terminal/messages.ts'
import { counted, formatNumber } from '../terminal/text.ts'
import { type Pages, pagesWithCampaigns } from './campaigns.ts'
import { changesSince } from './cursor.ts'
import { fileOutput } from './file-output.ts'
import type { ExportFlags } from './flags.ts'
import { noEvents, type Output, type Progress, standardOutput, type Tally } from './output.ts'
import { progressFor } from './progress.ts'
import type { ExportIdentity } from './saved-state.ts'

/** Copies the events to the output that the flags name. */
export const exportWork =
  (flags: ExportFlags): ClientWork =>
  async (events, io) => {
    const { signal } = io
    const { cursor, prefetch, skipInvalid, out, fields } = flags
    const given: ListOptions = {
      signal,
      campaign: flags.campaign,
      prefetch,
      onInvalid: skipInvalid && 'report',
      ...filterOf(flags),
    }
    // Checks the options (and throws) before the command touches a file.
    events.list(given)
    const options = { ...given, campaign: await campaignIdOf(flags.campaign, events, io) }
    const changes = cursor === undefined ? undefined : await changesSince(events, cursor, options, io)
    const output =
      out === undefined
        ? standardOutput(io)
        : await fileOutput(io, out, identityOf(flags, events, io), flags.resumeWithin)
    const reporter = progressFor(flags, output.saved?.tally ?? noEvents, io)
    const { eventsOf, idOf, isEventsError } = await import('osdi-events')
    const keep = await selectorOf(flags, io.clock.now())
    // A copy does not remember the prefix of the service.
    const read = readerOf((event) => idOf(event, events.namespace))
    const toPublic = flags.public && !fields && flags.format !== 'ics' ? publicCopier(flags) : undefined
    const format = await formatFor(flags, events, read)
    // A field is not missing if an event of an earlier run had it.
    const missing = output.saved && output.saved.tally.events > 0 ? output.saved.missing : undefined
    const choice = new ChosenFields({ fields, documented: documentedOf(flags), read, noun: 'event', missing })
    const numbers = new InexactNumbers()
    const isNew = newcomers(read)
    try {
      await using pages: Pages = flags.campaigns
        ? pagesWithCampaigns(events, options, io)
        : (changes?.list ?? events.list({ ...options, resume: output.saved?.checkpoint })).pages()
      const tally = await copyPages({
        pages,
        eventsOf: (page) => {
          const fresh = flags.campaigns ? eventsOf(page).filter(isNew) : eventsOf(page)
          const events = keep ? fresh.filter(keep) : fresh
          choice.see(events)
          // Throws for names that are probably mistyped, before anything is written.
          choice.refuseUnknown('some')
          numbers.seeAll(events, format.fields, read)
          // What reads standard output may print on this terminal.
          if (out === undefined) reporter.hide()
          return toPublic ? events.map(toPublic) : events
        },
        format,
        output,
        isResumable: !changes && flags.format !== 'ics' && !flags.campaigns,
        missing: () => choice.missing,
        // With --campaigns, the totals are those of one list.
        onPage: (tally, page) => reporter.update(tally, flags.campaigns ? {} : page),
      })
      const incomplete = incompleteMessage(tally, pages.report)
      const isPart = changes?.isPart || incomplete !== undefined || tally.rejected > 0 || choosesEvents(flags)
      try {
        if (incomplete !== undefined && !flags.allowIncomplete) {
          const left = out === undefined ? '' : `; ${out} was not changed`
          throw new CliError(1, `${incomplete}${left}`, {
            hint: 'to accept the incomplete list, give --allow-incomplete',
          })
        }
        choice.refuseUnknown(isPart ? 'some' : 'all')
      } catch (error) {
        // Removes the saved progress. Otherwise, `--resume` would continue at the end of the list and export nothing.
        await output.discard()
        throw error
      }
      await output.finish()
      await changes?.save()
      reporter.end('done')
      const { written = tally.written, warnings = [] } = format.report?.() ?? {}
      if (io.stderr.isTTY && !flags.jsonProgress) {
        sayDone(io, `${counted(written, 'event')}${out === undefined ? '' : ` in ${out}`}`)
      }
      if (tally.rejected > 0)
        warn(
          io,
          `${counted(tally.rejected, 'event')} left out, because ${tally.rejected === 1 ? 'it does' : 'they do'} not match the interface`,
        )
      for (const each of warnings) warn(io, each)
      choice.sayMissing(io)
      numbers.sayFirst(io)
      if (incomplete !== undefined) warn(io, incomplete)
      else if (!pages.report.certain)
        warn(
          io,
          'may be incomplete: the service does not count its events, or events moved between pages during the copy',
        )
    } catch (error) {
      const isLeft = error instanceof ReaderGone
      reporter.end(signal.aborted || isLeft ? 'interrupted' : 'failed')
      if (isLeft) return 0
      const refused = isEventsError(error) && error.code === 'input'
      if (output.saved && !refused) {
        note(io, `${out} is not complete yet`, 'to continue, run the same command with --resume')
      }
      throw error
    } finally {
      await output.close()
    }
    return 0
  }

/** The format of the flags. Only a calendar loads the libraries that it needs. */
async function formatFor(flags: ExportFlags, { baseUrl }: AnyClient, read: ReadField): Promise<Format> {
  const { format, fields, zone, includePrivate = false } = flags
  if (format !== 'ics') return formatOf(format, fields, columnsOf(flags), read)
  const { calendarFormat } = await import('./calendar.ts')
  return calendarFormat({ host: new URL(baseUrl).hostname, zone, includePrivate })
}

/** Makes a function that is true for an event the first time. An event without an id is always new. */
function newcomers(read: ReadField): (event: object) => boolean {
  const seen = new Set<unknown>()
  return (event) => {
    const id = read(event, 'id')
    if (seen.has(id)) return false
    if (id !== undefined) seen.add(id)
    return true
  }
}

/** Whether the flags select only some of the events. */
const choosesEvents = (flags: ExportFlags): boolean =>
  isSelective(flags) || [flags.campaign, flags.filter, flags.changedSince].some((given) => given !== undefined)

/** The message about a list that is not complete, such as `the list is not complete: 90 of 100 events arrived`; undefined if it is complete. */
function incompleteMessage(
  { events, rejected }: Tally,
  { complete, totalAtStart, totalAtEnd }: Pages['report'],
): string | undefined {
  if (complete) return undefined
  // The totals are undefined if a run resumes at the very end of the list.
  const totals = [totalAtStart, totalAtEnd].filter((total) => total !== undefined)
  const of = totals.length > 0 ? ` of ${formatNumber(Math.min(...totals))}` : ''
  return `the list is not complete: ${formatNumber(events + rejected)}${of} events arrived`
}

/** The flags that decide what is in the file, with their values. */
function identityOf(flags: ExportFlags, { baseUrl }: AnyClient, io: Io): ExportIdentity {
  const { api, namespace, campaign, filter, changedSince, format, fields, skipInvalid } = flags
  return {
    '--api': api,
    '--base-url': baseUrl,
    '--api-path': routeOf(flags, io).apiPath ?? '',
    '--namespace': namespace,
    '--campaign': campaign ?? '',
    '--campaigns': flags.campaigns ? 'set' : '',
    '--filter': filter ?? '',
    '--changed-since': changedSince ?? '',
    ...selectionOf(flags),
    '--format': format,
    '--fields': fields?.join(',') ?? '',
    '--skip-invalid': skipInvalid ? 'set' : '',
    '--zone': flags.zone ?? '',
  }
}

/** Options of {@link copyPages}. */
interface CopyOptions {
  readonly pages: Pages
  readonly eventsOf: (page: Collection<object>) => object[]
  readonly format: Format
  readonly output: Output
  /** Whether a later run may resume the output. */
  readonly isResumable: boolean
  /** Names in `--fields` that no event has had so far. */
  readonly missing: () => readonly string[]
  /** Called after each written page. */
  readonly onPage: (tally: Tally, page: Collection<object>) => void
}

/**
 * Writes the pages of an iteration to the output. After a failure, saves the progress if a later run may resume.
 *
 * @returns totals over all runs
 */
async function copyPages({
  pages,
  eventsOf,
  format,
  output,
  isResumable,
  missing,
  onPage,
}: CopyOptions): Promise<Tally> {
  const before = output.saved?.tally ?? noEvents
  let { written } = before
  let progress: Progress = output.saved ?? { tally: noEvents, checkpoint: undefined, missing: missing() }
  try {
    // Writes the header together with the first events, so that an earlier error leaves no output.
    let header = output.saved ? '' : format.header
    for (let next = await pages.next(); !next.done; next = await pages.next()) {
      const events = eventsOf(next.value)
      await output.write(header + format.textOf(events, written === 0))
      header = ''
      written += events.length
      progress = {
        tally: { ...sumTallies(before, pages.report), written },
        checkpoint: pages.checkpoint,
        missing: missing(),
      }
      onPage(progress.tally, next.value)
      if (isResumable) await output.save(progress)
    }
    await output.write(header + format.footer(written))
    return progress.tally
  } catch (error) {
    // If this fails too, the last saved progress is still valid, so the command ignores the error.
    if (isResumable && progress.checkpoint !== undefined) await output.save(progress, 'now').catch(() => {})
    throw error
  }
}

const sumTallies = (one: Tally, other: Omit<Tally, 'written'>): Omit<Tally, 'written'> => ({
  pages: one.pages + other.pages,
  events: one.events + other.events,
  rejected: one.rejected + other.rejected,
})

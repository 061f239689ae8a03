import type { Io } from '../run/io.ts'
import { note, sayDone, sayError, warn } from '../terminal/messages.ts'
import { formatNumber } from '../terminal/text.ts'
import { unknownInVersion1 } from './dry-run.ts'
import type { Input } from './input-row.ts'
import type { LineProgress } from './line-progress.ts'

type Summarized = Pick<LineProgress, 'counts' | 'nextLine'>

/** The number of events in an input so far. */
export const totalOf = ({ counts }: Summarized): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Prints how many events have which result, in one sentence. */
export function summarize(
  io: Io,
  progress: Summarized,
  noun: Input['noun'],
  { resume, dryRun }: { readonly resume?: string; readonly dryRun?: true },
): void {
  if (dryRun) {
    summarizeDryRun(io, progress)
    return
  }
  const { counts, nextLine } = progress
  const { open, failed, ...done } = counts
  const parts = [...Object.entries({ ...done, failed }), ['to be sent again', open] as const]
  // The first part names what is counted, as in `2 events created, 1 failed`.
  const named = parts
    .filter(([, count]) => count > 0)
    .map(
      ([what, count], index) => `${formatNumber(count)} ${index > 0 ? '' : count === 1 ? 'event ' : 'events '}${what}`,
    )
  const text = named.length === 0 ? 'no events' : named.join(', ')
  const again =
    resume === undefined
      ? 'to send all of them again makes no event twice'
      : `--resume continues at ${noun.slice(0, -1)} ${nextLine}`
  const hint = open > 0 || io.signal.aborted ? again : undefined
  // A failed row is a failed command: its exit code is 1.
  if (open + failed > 0) sayError(io, text, hint)
  else if (hint !== undefined) warn(io, text, hint)
  else sayDone(io, text)
  if (counts.resent > 0) note(io, 'Resent: the service shows other values than were sent. Each run sends them again.')
}

function summarizeDryRun(io: Io, { counts }: Summarized): void {
  const { created, updated, unchanged, resent, written, failed, open } = counts
  const parts = [
    [created, 'would be created', 'would be created'],
    [updated, 'would be updated', 'would be updated'],
    [resent, 'would be resent for its place alone', 'would be resent for their place alone'],
    [unchanged, 'would be unchanged', 'would be unchanged'],
    [written, 'would be written', 'would be written'],
    [failed, 'has an error', 'have errors'],
    [open, 'is not known', 'are not known'],
  ] as const
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${formatNumber(count)} ${count === 1 ? one : several}`)
  const text = `Dry run: ${said.length === 0 ? 'no events' : said.join(', ')}. No write was sent.`
  if (open + failed > 0) sayError(io, text)
  else sayDone(io, text)
  if (written > 0) note(io, unknownInVersion1)
}

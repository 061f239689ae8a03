import { CliError } from '../run/cli-error.ts'
import { type Io, ReaderGone, write } from '../run/io.ts'
import { ChosenFields, type ChosenFieldsOptions } from './chosen-fields.ts'
import type { Format } from './formats.ts'
import { InexactNumbers } from './inexact-numbers.ts'
import { endedEarlyMessage } from './show.ts'

/** All items of a list, and how to print them. */
export interface FormattedList extends Pick<ChosenFieldsOptions, 'documented' | 'read'> {
  /** The items, in the order and the portions in which they are printed. */
  readonly batches: AsyncIterable<readonly object[]>
  readonly format: Format
  /** Whether the list was read to its end. */
  isComplete(): boolean
}

/** The flags that choose what {@link printAll} prints. */
interface ChoosingFlags {
  readonly fields?: readonly string[]
  readonly max?: number
  readonly changedSince?: string
}

/**
 * Prints RSVPs in a format, as they come. Stops without an error if the reader of standard output is gone.
 *
 * @throws CliError if the list ended early, or if a name in `--fields` is probably mistyped
 */
export async function printAll(io: Io, list: FormattedList, flags: ChoosingFlags): Promise<void> {
  try {
    await writeAll(io, list, flags)
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error
  }
}

async function writeAll(io: Io, list: FormattedList, flags: ChoosingFlags): Promise<void> {
  const { batches, format, documented, read } = list
  const { fields, max = Number.POSITIVE_INFINITY } = flags
  const numbers = new InexactNumbers()
  const choice = new ChosenFields({ fields, documented, read, noun: 'RSVP' })
  let [count, text] = [0, format.header]
  for await (const items of batches) {
    choice.see(items)
    choice.refuseUnknown('some')
    numbers.seeAll(items, format.fields, read)
    await write(io, text + format.textOf(items, count === 0))
    text = ''
    count += items.length
  }
  await write(io, text + format.footer(count))
  if (count < max && !list.isComplete()) throw new CliError(1, endedEarlyMessage(count, 'RSVPs'))
  const isPart = flags.changedSince !== undefined || count === max
  choice.refuseUnknown(isPart ? 'some' : 'all')
  choice.sayMissing(io)
  numbers.sayFirst(io)
}

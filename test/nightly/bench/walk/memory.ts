import { count, median, type Pace, type Row } from '../support/measure.ts'
import { start } from '../support/programs.ts'
import type { Served } from './collection.ts'

/** Walks of one kind: by whom, and with which options of Node. */
interface Walker {
  readonly who: 'ours' | 'bare'
  readonly options: readonly string[]
}

/** As much heap as V8 likes to take: it collects rarely as long as there is work, whatever is kept. */
const free: Walker = { who: 'ours', options: [] }
/** A heap that holds little more than what is kept, as in a small container. */
const bounded: Walker = { who: 'ours', options: ['--max-semi-space-size=1', '--max-old-space-size=32'] }

/** The most memory, in MiB, that a process held which walked through so many events so often. */
async function peakOf({ url, key }: Served, { who, options }: Walker, events: number, times = 1): Promise<number> {
  await using walker = await start('walk/walker.ts', [url, key, String(events), String(times), who], options)
  const said = walker.ready as { readonly events: number; readonly peak: number }
  if (said.events !== events * times) throw new Error(`${said.events} events came instead of ${events * times}`)
  return said.peak
}

/** Memory of a long walk against that of a short one, through the same collection of the mock service. */
export async function memory({ events, many }: Pace): Promise<readonly Row[]> {
  await using service = await start('servers/service.ts', [String(many)])
  const served = service.ready as Served
  /** The same in five processes; the middle of them. */
  const usual = async (walker: Walker, length: number) => {
    const peaks: number[] = []
    for (let round = 0; round < 5; round += 1) peaks.push(await peakOf(served, walker, length))
    return median(peaks)
  }
  const [some, all] = [count(events), count(many)]
  const against = (what: string, one: number, other: number, atMost?: number): Row => ({
    what,
    ours: `${count(one)} MiB`,
    theirs: `${count(other)} MiB`,
    ratio: (one / other).toFixed(2),
    ...(atMost !== undefined && { target: `≤ ${atMost}`, reached: one / other <= atMost }),
  })
  const long = await peakOf(served, free, many)
  const bare: Walker = { ...free, who: 'bare' }
  return [
    against(
      `most memory of a walk of ${all} events, against one of ${some}, both in a heap of 32 MB`,
      await peakOf(served, bounded, many),
      await usual(bounded, events),
      1.15,
    ),
    against('the same without a bound, by which V8 lets any heap grow', long, await usual(free, events), 1.15),
    against(
      `the same against walks of ${some}, ${all} events in all`,
      long,
      await peakOf(served, free, events, many / events),
    ),
    against('the same by the bare loop, against its own', await peakOf(served, bare, many), await usual(bare, events)),
  ]
}

import { start } from '../support/child.ts'
import type { Pace } from '../support/pace.ts'
import { count, type Row } from '../support/table.ts'
import { median } from '../support/turns.ts'
import type { Served } from './collection.ts'

/** The most memory, in MiB, that a process held which walked through so many events so often. */
async function peakOf({ url, key }: Served, events: number, times = 1, who = 'ours'): Promise<number> {
  await using walker = await start('walk/walker.ts', [url, key, String(events), String(times), who])
  const said = walker.ready as { readonly events: number; readonly peak: number }
  if (said.events !== events * times) throw new Error(`${said.events} events came instead of ${events * times}`)
  return said.peak
}

/** Memory of a long walk against that of a short one, through the same collection of the mock service. */
export async function memory({ events, many }: Pace): Promise<readonly Row[]> {
  await using service = await start('servers/service.ts', [String(many)])
  const served = service.ready as Served
  const short: number[] = []
  for (let round = 0; round < 5; round += 1) short.push(await peakOf(served, events))
  const long = await peakOf(served, many)
  const [some, all] = [count(events), count(many)]
  const against = (what: string, one: number, other: number, atMost?: number): Row => ({
    what,
    ours: `${count(one)} MiB`,
    theirs: `${count(other)} MiB`,
    ratio: (one / other).toFixed(2),
    ...(atMost !== undefined && { target: `≤ ${atMost}`, reached: one / other <= atMost }),
  })
  // V8 lets its heap grow for as long as there is work, whatever is kept: what a longer walk adds shows against as much work in short ones.
  return [
    against(`most memory of a walk of ${all} events, against one of ${some}`, long, median(short), 1.15),
    against(
      `the same against walks of ${some}, ${all} events in all`,
      long,
      await peakOf(served, events, many / events),
    ),
    against(
      'the same by the bare loop, against its own',
      await peakOf(served, many, 1, 'bare'),
      await peakOf(served, events, 1, 'bare'),
    ),
  ]
}

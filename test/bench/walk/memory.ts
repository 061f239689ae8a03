import { start } from '../support/child.ts'
import type { Pace } from '../support/pace.ts'
import { count, type Row } from '../support/table.ts'
import { median } from '../support/turns.ts'
import type { Served } from './collection.ts'

/** The most memory that a process which walks through so many events holds, in MiB. */
async function peakOf({ url, key }: Served, events: number): Promise<number> {
  await using walker = await start('walk/walker.ts', [url, key, String(events)])
  const said = walker.ready as { readonly events: number; readonly peak: number }
  if (said.events !== events) throw new Error(`${said.events} events came instead of ${events}`)
  return said.peak
}

/** Memory of a long walk against that of a short one, through the same collection of the mock service. */
export async function memory({ events, many }: Pace): Promise<readonly Row[]> {
  await using service = await start('servers/service.ts', [String(many)])
  const served = service.ready as Served
  const short: number[] = []
  for (let round = 0; round < 5; round += 1) short.push(await peakOf(served, events))
  const long = await peakOf(served, many)
  const ratio = long / median(short)
  return [
    {
      what: `most memory of a walk of ${count(many)} events, against ${count(events)}`,
      ours: `${count(long)} MiB`,
      theirs: `${count(median(short))} MiB`,
      ratio: `${ratio.toFixed(2)} (${[Math.max(...short), Math.min(...short)].map((peak) => (long / peak).toFixed(2)).join('…')})`,
      target: '≤ 1.15',
      reached: ratio <= 1.15,
    },
  ]
}

import { setTimeout as sleep } from 'node:timers/promises'
import { count, type Pace, perSecond, type Row } from '../support/measure.ts'
import { load, memoryOf, rate, start } from '../support/programs.ts'
import { folder, served } from './service.ts'

const limit = 1536
/** How much more the last third of the time may show than the first: V8 frees memory when it likes to. */
const flat = 1.1

/** Memory of a large service: when it is ready, and during a mixed load. */
export async function memory({ many, watch }: Pace): Promise<readonly Row[]> {
  using files = folder()
  const ids = files.write('ids', '')
  await using server = await start('servers/service.ts', [String(many), ids])
  const { url, key, pages } = served(server)
  const before = memoryOf(server.pid)

  const samples: number[] = []
  let isOver = false
  const loaded = load({ script: 'mixed', url: `${url}/api/v2/events`, args: [key, String(pages), 'mixed', ids] }, watch)
  const done = loaded.finally(() => {
    isOver = true
  })
  const step = watch / 6
  while (!isOver) {
    await Promise.race([sleep(step * 1000), done])
    samples.push(memoryOf(server.pid))
  }
  const all = await done
  const most = Math.max(before, ...samples)
  const third = Math.ceil(samples.length / 3)
  const growth = Math.max(...samples.slice(-third)) / Math.max(...samples.slice(0, third))
  return [
    {
      what: `memory at ${count(many)} events: at first, at most`,
      ours: `${count(before)} MiB, ${count(most)} MiB`,
      theirs: '',
      target: `< ${count(limit)} MiB`,
      reached: most < limit,
    },
    {
      what: `the same every ${step} s of mixed load, ${perSecond(rate(all))}: last third to first`,
      ours: `${samples.map(Math.round).join(' ')} MiB`,
      theirs: '',
      ratio: growth.toFixed(2),
      target: `≤ ${flat}`,
      reached: growth <= flat,
    },
  ]
}

import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes of all buffers that somebody can still reach. */
async function buffers(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    collect()
    await setImmediate()
  }
  return process.memoryUsage().arrayBuffers
}

test('snapshots that nobody has any more hold no memory, however often one was taken before a write', async () => {
  const service = createMockService({ events: 2000, journal: 0 })
  const { group: key } = service.seeded
  const before = await buffers()
  for (let writes = 0; writes < 2000; writes += 1) {
    service.snapshot()
    const event = service.addEvent({ title: 'Picnic' }, { key })
    service.snapshot()
    service.attend(event, 1)
  }
  expect((await buffers()) - before).toBeLessThan(8 * 1024 ** 2)
})

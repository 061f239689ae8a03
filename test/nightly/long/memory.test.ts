import { execFile } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./million-calls.ts', import.meta.url))

/** What a garbage collector may leave lying about, in bytes: a hundredth of what a million forgotten answers would take. */
const slack = 4_000_000

test('a million calls of one client need no more memory than a hundred thousand calls', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program])
  const { calls, used } = JSON.parse(stdout) as { readonly calls: number; readonly used: readonly number[] }
  expect(calls).toBe(1_000_000)
  const [warm = 0, ...later] = used
  expect(later).toHaveLength(9)
  for (const bytes of later) expect(bytes - warm).toBeLessThan(slack)
})

setFlagsFromString('--expose-gc')

const collect: () => void = runInNewContext('gc')

/** Bytes of all that somebody can still reach. */
async function reachable(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    collect()
    await setImmediate()
  }
  return process.memoryUsage().heapUsed
}

test('snapshots of a mock service need no memory after they are released', async () => {
  const service = createMockService({ events: 2000, requestLog: 0 })
  const { group: key } = service.seeded
  const before = await reachable()
  for (let writes = 0; writes < 2000; writes += 1) {
    service.snapshot()
    const event = service.addEvent({ title: 'Picnic' }, { key })
    service.snapshot()
    service.attend(event, 1)
  }
  expect((await reachable()) - before).toBeLessThan(8 * 1024 ** 2)
})

test('forty thousand requests of a mock service keep no more memory than five thousand requests', async () => {
  const service = createMockService({ events: 60 })
  const headers = { 'OSDI-API-Token': service.seeded.group.token, 'Content-Type': 'application/json' }
  const send = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      await (await service.fetch(`${service.baseUrl}/api/v2/events?page=${(number % 3) + 1}`, { headers })).text()
      // Every tenth request writes, to the same fifty people, and so ends the use of all cached pages.
      if (number % 10 > 0) continue
      const body = JSON.stringify({ person: { email_addresses: [{ address: `p${number % 500}@example.org` }] } })
      await service.fetch(`${service.baseUrl}/api/v2/people`, { method: 'POST', headers, body })
    }
    return reachable()
  }
  const before = await send(5000)
  const after = await send(35_000)
  expect(service.requests).toHaveLength(1000)
  expect(after - before).toBeLessThan(slack)
})

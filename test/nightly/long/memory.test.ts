import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./million-calls.ts', import.meta.url))
/** What a garbage collector may leave lying about, in bytes: a hundredth of what a million forgotten answers would take. */
const slack = 4_000_000

test('the memory of a million calls of one client stays flat', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program])
  const { calls, used } = JSON.parse(stdout) as { readonly calls: number; readonly used: readonly number[] }
  expect(calls).toBe(1_000_000)
  const [warm = 0, ...later] = used
  expect(later).toHaveLength(9)
  for (const bytes of later) expect(bytes - warm).toBeLessThan(slack)
})

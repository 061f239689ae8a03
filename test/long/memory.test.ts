import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./million-calls.ts', import.meta.url))
/** What a garbage collector may leave lying about, in bytes: a hundredth of what a million forgotten answers would take. */
const slack = 4_000_000

test('the memory of a million calls of one client stays flat', () => {
  const output = execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' })
  const { calls, used } = JSON.parse(output) as { readonly calls: number; readonly used: readonly number[] }
  expect(calls).toBe(1_000_000)
  const [warm = 0, ...later] = used
  expect(later).toHaveLength(9)
  for (const bytes of later) expect(bytes - warm).toBeLessThan(slack)
})

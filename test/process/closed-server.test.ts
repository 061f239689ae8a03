import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('a closed server leaves nothing behind: a program that has nothing else to do ends by itself', async () => {
  const program = fileURLToPath(new URL('../support/serve-and-close.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  expect(stdout).toBe('200 closed\n')
})

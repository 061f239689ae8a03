// npm test: Vitest over what needs no process of its own. Takes Vitest's arguments, and `--repeat N`: runs all N times, until one fails.
import { spawnSync } from 'node:child_process'

const args = process.argv.slice(2)
const at = args.indexOf('--repeat')
const [, count = '1'] = at < 0 ? [] : args.splice(at, 2)
const runs = Number(count)
if (!Number.isSafeInteger(runs) || runs < 1) throw new Error(`--repeat: must be a whole number from 1 up, not ${count}`)

for (let run = 1; run <= runs; run += 1) {
  const began = performance.now()
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...args]
  const { status } = spawnSync(process.execPath, vitest, { stdio: 'inherit' })
  if (runs > 1) {
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`run ${run} of ${runs}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  }
  if (status !== 0) process.exit(status ?? 1)
}

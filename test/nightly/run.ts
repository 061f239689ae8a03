// npm run test:nightly: what takes long, or much to install. Every part is run, also when one before has failed; the last lines say how each went.
import { spawnSync } from 'node:child_process'

const vitest = (folder: string) => `vitest run --config test/nightly/${folder}/vitest.config.ts`

const parts: Readonly<Record<string, string>> = {
  build: 'npm run build',
  'random properties': 'vitest run --config test/vitest.config.ts',
  coverage: 'vitest run --config test/vitest.config.ts --coverage',
  long: vitest('long'),
  runtimes: vitest('runtimes'),
  'compilers and bundlers': vitest('outside'),
  languages: vitest('languages'),
  comparison: vitest('compare'),
  'planted faults': 'node test/nightly/mutation/planted.ts',
  mutation: 'npm run test:mutation',
  benches: 'npm run bench',
}

const wanted = process.argv.slice(2)
const results: string[] = []
for (const [name, command] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n== ${name}: ${command}`)
  const began = performance.now()
  const env = { ...process.env, ...(name === 'random properties' && { SEED: 'random' }) }
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env })
  results.push(`${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - began) / 1000)} s`)
  if (status !== 0) process.exitCode = 1
}
console.log(`\n${results.join('\n')}`)

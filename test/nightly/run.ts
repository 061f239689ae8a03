// npm run test:nightly [-- part …]: what takes long, or much to install. Every part is run, also where one before has failed; the last lines say
// how each went.
import { spawnSync } from 'node:child_process'

const folder = (name: string) => `vitest run --config test/nightly/vitest.config.ts test/nightly/${name}/`

const parts: Readonly<Record<string, string>> = {
  // All that follow use what it writes.
  build: 'npm run build',
  random: 'SEED=random vitest run --config test/vitest.config.ts',
  coverage: 'vitest run --config test/vitest.config.ts --coverage',
  long: folder('long'),
  runtimes: 'npm run test:runtimes',
  outside: folder('outside'),
  languages: folder('languages'),
  compare: folder('compare'),
  planted: 'node test/nightly/mutation/planted.ts',
  mutation: 'npm run test:mutation',
  bench: 'npm run bench',
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`)

const results: string[] = []
for (const [name, command] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n== ${name}: ${command}`)
  const began = performance.now()
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  results.push(`${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - began) / 1000)} s`)
  if (status !== 0) process.exitCode = 1
}
console.log(`\n${results.join('\n')}`)

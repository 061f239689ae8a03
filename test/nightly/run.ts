// npm run test:nightly [-- part …]: what takes long, or much to install. Every part is run, also where one before has failed; the last lines say
// how each went, with what it counted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'

const folder = (name: string) => `vitest run --config test/nightly/vitest.config.ts test/nightly/${name}/`

/** Each part, and the minutes that it takes on two idle cores. */
const parts: Readonly<Record<string, readonly [command: string, minutes: number]>> = {
  // All that follow use what it writes.
  build: ['npm run build', 1],
  random: ['SEED=random vitest run --config test/vitest.config.ts', 3],
  coverage: ['vitest run --config test/vitest.config.ts --coverage', 2],
  long: [folder('long'), 20],
  process: ['npm run test:process', 5],
  runtimes: ['npm run test:runtimes', 10],
  outside: [folder('outside'), 5],
  site: ['npm run test:site', 5],
  explorer: ['npm run test:explorer', 3],
  languages: [folder('languages'), 1],
  compare: [folder('compare'), 1],
  planted: ['node test/nightly/mutation/planted.ts', 40],
  mutation: ['npm run test:mutation', 90],
  bench: ['npm run bench', 40],
}

/** What a part counted, in lines of what it printed. */
const counted = /^ *Tests +(?!no).*$|^All files.*$|^\d+ of \d+ (?:planted faults caught|targets reached)$/gm

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`)

const results: string[] = []
for (const [name, [command, minutes]] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n== ${name}, about ${minutes} min: ${command}`)
  const began = performance.now()
  const child = spawn(command, { shell: true, stdio: ['inherit', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text)
    printed += text
  })
  const [status] = await once(child, 'close')
  const figures = stripVTControlCharacters(printed).match(counted) ?? []
  const seconds = Math.round((performance.now() - began) / 1000)
  const shown = [...new Set(figures)].map((line) => `\n    ${line.trim().replaceAll(/ +/g, ' ')}`)
  results.push(`${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s${shown.join('')}`)
  if (status !== 0) process.exitCode = 1
}
console.log(`\n${results.join('\n')}`)

// Plants one small fault after the other in a copy of the project, and runs the tests of `npm test` until one fails: first those of its room.
//
//   node test/nightly/mutation/planted.ts [part of a name …]
//
// Prints for each fault what caught it. Fails where more than two are not caught, or one cannot be planted any more.

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../support/alias.ts'
import { type Fault, faults } from './faults.ts'

const mostUncaught = 2

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** A copy of the files that git tracks, with dist and node_modules. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of [...files.trim().split('\n'), 'dist'])
    cpSync(join(root, file), join(folder, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** The text with the fault in it. */
function planted({ name, file, from, to }: Fault, text: string): string {
  const places = text.split(from).length - 1
  if (places !== 1) throw new Error(`${name}: ${file} has ${places} places like ${from}`)
  return text.replace(from, () => to)
}

/** The tests that most likely catch a fault, by the folder of its file. */
const near: Readonly<Record<string, readonly string[]>> = {
  'src/core': ['test/client', 'test/contract'],
  'src/cli': ['test/cli'],
  'mock-server': ['test/mock', 'test/server'],
  explorer: ['test/explorer', 'test/server'],
}

/** The first test that fails in the copy, or undefined where all pass. */
async function firstFailure(folder: string, { file }: Fault): Promise<string | undefined> {
  const [, tests = []] = Object.entries(near).find(([place]) => file.startsWith(place)) ?? []
  return (await failureOf(folder, tests)) ?? (await failureOf(folder, []))
}

/** The first of these tests that fails, or of all. */
async function failureOf(folder: string, tests: readonly string[]): Promise<string | undefined> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  // A machine that is busy is no test that caught something.
  const patient = '--testTimeout=60000'
  // test/nightly.test.ts looks at the text of the code, and would catch every fault.
  const flags = [
    'run',
    '--config=test/vitest.config.ts',
    '--exclude=test/nightly.test.ts',
    '--bail=1',
    patient,
    ...tests,
  ]
  flags.push('--reporter=json', `--outputFile=${report}`)
  const child = spawn(process.execPath, [vitest, ...flags], { cwd: folder, stdio: 'ignore' })
  // A fault may hang what no time limit of a test ends.
  const timer = setTimeout(() => child.kill('SIGKILL'), 300_000)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  if (code === 0) return undefined
  return code === null ? 'the run hung' : failureIn(JSON.parse(readFileSync(report, 'utf8')) as Report, folder)
}

function failureIn({ testResults }: Report, folder: string): string {
  for (const { name, message, status, assertionResults } of testResults) {
    const failed = assertionResults.find((result) => result.status === 'failed')
    if (status !== 'failed') continue
    // A file that cannot be loaded says nothing about its tests.
    if (!failed) throw new Error(`The code with the fault does not load: ${message}`)
    return `${name.replace(`${folder}/`, '')}: ${failed.fullName}`
  }
  return 'the run failed'
}

const wanted = process.argv.slice(2)
const chosen = faults.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
const folder = copyOfProject()
let uncaught = 0
try {
  for (const fault of chosen) {
    const path = join(folder, fault.file)
    const whole = readFileSync(path, 'utf8')
    const began = performance.now()
    writeFileSync(path, planted(fault, whole))
    const failure = await firstFailure(folder, fault)
    writeFileSync(path, whole)
    if (!failure) uncaught += 1
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`${failure ? 'caught' : 'MISSED'} ${fault.name} (${seconds} s)${failure ? `\n       ${failure}` : ''}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${chosen.length - uncaught} of ${chosen.length} planted faults caught`)
if (uncaught > mostUncaught) process.exitCode = 1

// Runs the checks and suites of .ci/run: stages one after the other, the lanes of a stage beside each other, because most of them leave one of two
// cores idle. A test file that fails is run once more, alone: if it passes then, the run goes on, and the last lines name it as flaky. The last line
// is `N passed, N failed`, from Vitest's own counts.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const check = { step: 'check' }
const docs = { step: 'docs' }
const start = { step: 'start' }
const build = { step: 'build' }
const unit = { suite: 'test' }
const day = ['--tagsFilter=!night']
const processes = { suite: 'test:process', args: day }
const msw2 = { suite: 'test:msw2' }
const browser = { suite: 'test:browser' }
const explorer = { suite: 'test:explorer', args: day }
// All pages are opened at night.
const site = { suite: 'test:site', args: day, env: { SITE: 'built', PAGES: 'sample' } }
// The oldest Node that the package names; all other runtimes are tried at night.
const runtimes = {
  suite: 'test:runtimes',
  env: { RUNTIMES: 'Node 22' },
  files: ['runtimes', 'start'].map((name) => `test/nightly/runtimes/${name}.test.ts`),
}

/** Stages of lanes of steps, which pass or fail, and suites, which count. Both are scripts of npm. */
const plan = [
  [[check], [docs]],
  // Its tests may take five seconds each, and it uses both cores.
  [[unit]],
  [[start, build], [browser]],
  [[processes], [runtimes, msw2]],
  // Two Chromiums beside each other take longer than one after the other.
  [[explorer]],
  [[site]],
]

const folder = mkdtempSync(join(tmpdir(), 'ci-'))
const failures = []
const flaky = []
const lines = []
let passed = 0
let failed = 0

/** Runs an npm script, and prints at its end what it said: lanes do not mix. Gives whether it ended well. */
async function run(script, args, env) {
  const said = join(folder, `${script.replace(':', '-')}.txt`)
  const file = openSync(said, 'w')
  const began = performance.now()
  const child = spawn('npm', ['run', script, '--', ...args], {
    stdio: ['ignore', file, file],
    env: { ...process.env, ...env },
  })
  const status = await new Promise((resolve) => child.once('error', () => resolve(1)).once('close', resolve))
  closeSync(file)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`\n== npm run ${[script, ...args].join(' ')}: ${seconds} s\n${readFileSync(said, 'utf8')}`)
  return status === 0
}

/** Runs a suite, or some of its files; gives Vitest's report. */
async function reportOf({ suite, files = [], args = [], env }) {
  const file = join(folder, `${suite.replace(':', '-')}.json`)
  rmSync(file, { force: true })
  const ended = await run(
    suite,
    [...files, ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env,
  )
  try {
    return { ended, ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    return { ended: false, numPassedTests: 0, testResults: [], trouble: String(error) }
  }
}

const shown = (text) => (text.length > 1500 ? `${text.slice(0, 1500)}…` : text)

/** The failures of a file, as a reader wants them. */
function failuresOf({ name, message, assertionResults }) {
  const tests = assertionResults.filter(({ status }) => status === 'failed')
  if (tests.length === 0) return [`${relative('.', name)}\n${shown(message ?? '')}`]
  return tests.map((test) => `${relative('.', name)} > ${test.fullName}\n${shown(test.failureMessages.join('\n'))}`)
}

/** Counts what a suite came to, after its files that failed have run once more. */
async function counted(suite, first) {
  let [good, bad] = [first.numPassedTests, 0]
  const broken = first.testResults.filter(({ status }) => status === 'failed')
  for (const file of broken) {
    const again = await reportOf({ ...suite, files: [relative('.', file.name)] })
    good += again.numPassedTests - file.assertionResults.filter(({ status }) => status === 'passed').length
    if (again.ended && again.numPassedTests > 0) flaky.push(...failuresOf(file))
    else {
      bad += again.numFailedTests || 1
      failures.push(...failuresOf(file))
    }
  }
  // A run that fails without a failed file, or in which nothing passed, has not tested what it should.
  if ((!first.ended && broken.length === 0) || good === 0) {
    bad += 1
    failures.push(`${suite.suite}\n${first.trouble ?? 'failed without a failed test'}`)
  }
  passed += good
  failed += bad
  return `${good} passed, ${bad} failed`
}

/** Runs the steps and suites of a lane one after the other. Gives for each what is left to do when the other lanes have ended. */
async function ranLane(lane) {
  const ends = []
  for (const part of lane) {
    const began = performance.now()
    const came = part.step ? await run(part.step, [], {}) : await reportOf(part)
    const seconds = Math.round((performance.now() - began) / 1000)
    ends.push(async () => {
      let result = 'done'
      if (part.suite) result = await counted(part, came)
      else if (!came) {
        result = 'FAILED'
        failed += 1
        failures.push(`npm run ${part.step}`)
      }
      lines.push(`${part.step ?? part.suite}: ${result} in ${seconds} s`)
    })
  }
  return ends
}

const began = performance.now()
for (const lanes of plan) {
  const ends = await Promise.all(lanes.map(ranLane))
  for (const end of ends.flat()) await end()
}
lines.push(`all: ${Math.round((performance.now() - began) / 1000)} s`)
rmSync(folder, { recursive: true, force: true })

for (const failure of failures) console.log(`\n== failed: ${failure}`)
for (const failure of flaky) console.log(`\n== flaky, passed when it was run once more: ${failure}`)
console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

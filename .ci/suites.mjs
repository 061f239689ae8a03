// Runs the checks and suites of .ci/run one after the other. A test file that fails is run once more, alone: if it passes then, the run goes on, and
// the last lines name it as flaky. The last line is `N passed, N failed`, from Vitest's own counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** What is run: steps that pass or fail, and suites, which count: a script, its environment, its files where not all. */
const plan = [
  ['step', 'check'],
  ['suite', 'test'],
  ['step', 'start'],
  ['step', 'build'],
  ['suite', 'test:process'],
  ['suite', 'test:msw2'],
  ['suite', 'test:browser'],
  ['suite', 'test:explorer'],
  ['step', 'docs'],
  // All pages of the reference are opened at night.
  ['suite', 'test:site', { SITE: 'built', REFERENCE_PAGES: 'sample' }],
  ['suite', 'test:runtimes', { RUNTIMES: 'Node 22,Bun' }, 'test/nightly/runtimes/runtimes.test.ts'],
]

const folder = mkdtempSync(join(tmpdir(), 'ci-'))
const failures = []
const flaky = []
const lines = []
let passed = 0
let failed = 0

/** Runs an npm script; gives whether it ended well. */
function run(script, args, env) {
  console.log(`\n== npm run ${[script, ...args].join(' ')}`)
  const { status } = spawnSync('npm', ['run', script, '--', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status === 0
}

/** Runs a suite, or some of its files; gives Vitest's report. */
function reportOf(script, files, env) {
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const ended = run(script, [...files, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], env)
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

function suite(script, env, files) {
  const first = reportOf(script, files, env)
  let [good, bad] = [first.numPassedTests, 0]
  const broken = first.testResults.filter(({ status }) => status === 'failed')
  for (const file of broken) {
    const again = reportOf(script, [relative('.', file.name)], env)
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
    failures.push(`${script}\n${first.trouble ?? 'failed without a failed test'}`)
  }
  passed += good
  failed += bad
  return `${good} passed, ${bad} failed`
}

for (const [kind, script, env, ...files] of plan) {
  const began = performance.now()
  let result = 'done'
  if (kind === 'suite') result = suite(script, env, files)
  else if (!run(script, [], env)) {
    result = 'FAILED'
    failed += 1
    failures.push(`npm run ${script}`)
  }
  lines.push(`${script}: ${result} in ${Math.round((performance.now() - began) / 1000)} s`)
}
rmSync(folder, { recursive: true, force: true })

for (const failure of failures) console.log(`\n== failed: ${failure}`)
for (const failure of flaky) console.log(`\n== flaky, passed when it was run once more: ${failure}`)
console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

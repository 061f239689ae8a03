// Sums Vitest's reports: `node count.mjs FOLDER SUITE…` prints `PASSED FAILED` of all suites, and each suite's own counts on standard error.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, ...suites] = process.argv.slice(2)

function countsOf(suite) {
  try {
    const report = JSON.parse(readFileSync(join(folder, `${suite}.json`), 'utf8'))
    const { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: failedFiles } = report
    // A file that cannot be loaded fails without failing a test, and a suite in which nothing passed has tested nothing.
    return { passed, failed: failed || (failedFiles > 0 || !passed ? 1 : 0) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const total = { passed: 0, failed: 0 }
for (const suite of suites) {
  const { passed, failed } = countsOf(suite)
  console.error(`${suite}: ${passed} passed, ${failed} failed`)
  total.passed += passed
  total.failed += failed
}
console.log(total.passed, total.failed)

// Sums Vitest's reports: `node count.mjs FOLDER SUITE…` prints `PASSED FAILED` of all suites; on standard error each suite's own counts,
// after all that failed in any: whoever sees only the end of a long log learns what it was.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const [folder, ...suites] = process.argv.slice(2)
const shown = 1_500

const firstOf = (text) => (text.length > shown ? `${text.slice(0, shown)}…` : text)

function failuresOf({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file} > ${test.fullName}\n${firstOf(test.failureMessages.join('\n'))}`)
    return tests.length > 0 || status !== 'failed' ? tests : [`${file}\n${firstOf(message)}`]
  })
}

function resultsOf(suite) {
  try {
    const report = JSON.parse(readFileSync(join(folder, `${suite}.json`), 'utf8'))
    const { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: failedFiles } = report
    // A file that cannot be loaded fails without failing a test, and a suite in which nothing passed has tested nothing.
    return { passed, failed: failed || (failedFiles > 0 || !passed ? 1 : 0), failures: failuresOf(report) }
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`no report: ${error.message}`] }
  }
}

const results = suites.map((suite) => ({ suite, ...resultsOf(suite) }))
for (const { suite, failures } of results)
  for (const failure of failures) console.error(`== failed in ${suite}: ${failure}\n`)
for (const { suite, passed, failed } of results) console.error(`${suite}: ${passed} passed, ${failed} failed`)
const sum = (which) => results.reduce((total, result) => total + result[which], 0)
console.log(sum('passed'), sum('failed'))

import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { install } from '../support/built.ts'

// Each run of the app's tests is a program of its own.

const files = ['calendar.ts', 'calendar.test.ts'] as const

/** The example as a project of its own, with the package installed. */
function project() {
  const installed = install('ky', 'zod', 'vitest')
  onTestFinished(() => installed[Symbol.dispose]())
  const { folder } = installed
  for (const file of files) cpSync(join('examples/tested-app', file), join(folder, file))
  const run = () => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=report.json']
    try {
      execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' })
    } catch {
      // The report says what failed.
    }
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  }
  const change = (text: string, by: string) => {
    const path = join(folder, 'calendar.ts')
    const before = readFileSync(path, 'utf8')
    expect(before).toContain(text)
    writeFileSync(path, before.replace(text, by))
  }
  return { run, change }
}

test("the app's own tests pass in a project of their own", () => {
  const { run } = project()
  const { passed, failed } = run()
  expect(failed).toBe(0)
  expect(passed).toBeGreaterThan(15)
})

test("the app's own tests notice an app that does not look after an answer was lost", () => {
  const { run, change } = project()
  change("error.outcome === 'applied' || error.outcome === 'unknown'", 'false')
  expect(run().failed).toBeGreaterThan(0)
})

import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { install, root } from '../support/built.ts'

/** An example that is a test, as it is, or changed for the Action Network as its first line tells its readers. */
function codeOf(path: string, mock: 'mock' | 'mock --preset action-network'): string {
  const code = readFileSync(join(root, 'examples', path), 'utf8')
  if (mock === 'mock') return code
  const [line = ''] = code.split('\n', 1)
  const [advice = '', events = ''] = /createMockService\(\{ \.\.\.actionNetwork, (events: \w+) \}\)/.exec(line) ?? []
  const changed = code
    .replace('import { createMockService }', 'import { actionNetwork, createMockService }')
    .replace(`= createMockService({ ${events} })`, `= ${advice}`)
  expect(changed.split(advice)).toHaveLength(3)
  return changed
}

const mocks = ['mock', 'mock --preset action-network'] as const

test.for(mocks)('the example for node:test passes with the test runner of Node on %s, and ends at once', (mock) => {
  using project = install('ky', 'zod')
  writeFileSync(join(project.folder, 'events.test.mjs'), codeOf('with-node-test/events.test.mjs', mock))
  // Node's runner refuses to run under another one, which it knows by the environment.
  const { NODE_TEST_CONTEXT, ...env } = process.env
  const printed = execFileSync(process.execPath, ['--test', '--test-timeout=240000', '--test-reporter=tap'], {
    cwd: project.folder,
    encoding: 'utf8',
    env,
  })
  expect(printed).toMatch(/^# pass 1$/m)
  expect(printed).toMatch(/^# fail 0$/m)
})

test.for(mocks)(
  'the examples for Vitest and Jest, and the tests of the example app, pass in a separate project on %s',
  (mock) => {
    using project = install('ky', 'zod', 'vitest')
    const { folder } = project
    for (const file of ['calendar.ts', 'calendar.test.ts'])
      cpSync(join('examples/tested-app', file), join(folder, file))
    for (const name of ['vitest', 'jest'])
      writeFileSync(join(folder, `${name}.test.ts`), codeOf(`with-${name}/events.test.ts`, mock))
    // Jest itself is not installed here.
    cpSync(join(root, 'test/support/jest-globals.ts'), join(folder, 'jest-globals.ts'))
    const config = { resolve: { alias: { '@jest/globals': join(folder, 'jest-globals.ts') } } }
    writeFileSync(join(folder, 'vitest.config.js'), `export default ${JSON.stringify(config)}`)
    const { EVENTS_NAMESPACE, ...environment } = process.env
    const env = mock === 'mock' ? environment : { ...environment, EVENTS_NAMESPACE: 'action_network' }
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=report.json']
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore', env })
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(report.numFailedTests).toBe(0)
    expect(report.numPassedTests).toBeGreaterThan(25)
    expect(report.testResults).toHaveLength(3)
  },
)

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
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

/** One project, with a folder for each mock, of which the second has the variables that the examples name. */
const project = install('ky', 'zod', 'vitest')
afterAll(() => project[Symbol.dispose]())
const { NODE_TEST_CONTEXT, EVENTS_NAMESPACE, ...env } = process.env
const parts = mocks.map((mock) => ({
  mock,
  name: mock.replaceAll(' ', '-'),
  folder: join(project.folder, mock.replaceAll(' ', '-')),
}))
for (const { folder } of parts) mkdirSync(folder)

test('the example for node:test passes with the test runner of Node on each mock, and ends at once', () => {
  for (const { mock, folder } of parts)
    writeFileSync(join(folder, 'events.test.mjs'), codeOf('with-node-test/events.test.mjs', mock))
  // Node's runner refuses to run under another one, which it knows by the environment.
  const options = ['--test', '--test-timeout=240000', '--test-reporter=tap']
  const printed = execFileSync(process.execPath, options, { cwd: project.folder, encoding: 'utf8', env })
  expect(printed).toMatch(/^# pass 2$/m)
  expect(printed).toMatch(/^# fail 0$/m)
})

test('the examples for Vitest and Jest, and the tests of the example app, pass in a separate project on each mock', () => {
  for (const { mock, folder } of parts) {
    for (const file of ['calendar.ts', 'calendar.test.ts'])
      cpSync(join(root, 'examples/tested-app', file), join(folder, file))
    for (const name of ['vitest', 'jest'])
      writeFileSync(join(folder, `${name}.test.ts`), codeOf(`with-${name}/events.test.ts`, mock))
  }
  // Jest itself is not installed here.
  const jest = join(project.folder, 'jest-globals.ts')
  cpSync(join(root, 'test/support/jest-globals.ts'), jest)
  const projects = parts.map(({ mock, name, folder }) => ({
    resolve: { alias: { '@jest/globals': jest } },
    // A worker for each file costs more than the tests.
    test: {
      name,
      root: folder,
      include: ['*.test.ts'],
      isolate: false,
      env: mock === 'mock' ? {} : { EVENTS_NAMESPACE: 'action_network' },
    },
  }))
  writeFileSync(join(project.folder, 'vitest.config.js'), `export default ${JSON.stringify({ test: { projects } })}`)
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=report.json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project.folder, encoding: 'utf8', env })
  expect(stderr, stdout).toBe('')
  const report: Report = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8'))
  const failed = report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message}`] : []),
    ...assertionResults.flatMap(({ fullName, failureMessages }) =>
      failureMessages.map((text) => `${fullName}: ${text}`),
    ),
  ])
  expect(failed).toEqual([])
  expect(report.numPassedTests).toBeGreaterThan(50)
  expect(report.testResults).toHaveLength(6)
})

/** What Vitest reports as JSON. */
interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: readonly string[] }[]
  }[]
}

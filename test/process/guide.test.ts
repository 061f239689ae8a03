import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { install, root } from '../support/built.ts'

const fences = [...readFileSync(join(root, 'docs/guides/testing.md'), 'utf8').matchAll(/^```js\n(.+?)^```$/gms)]
const forNode = fences.map(([, code]) => code ?? '').filter((code) => code.includes("from 'node:test'"))

test("the guide's test for node:test passes with Node's own runner, and waits for nothing", () => {
  expect(forNode).toHaveLength(1)
  using project = install('ky', 'zod')
  for (const code of forNode) writeFileSync(join(project.folder, 'guide.test.js'), code)
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

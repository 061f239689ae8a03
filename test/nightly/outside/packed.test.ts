import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { installPacked, type PackedProject } from '../../support/packed.ts'
import { installOutside, outputOf, outside } from './installed.ts'

installOutside()

let project: PackedProject

beforeAll(() => {
  project = installPacked()
})

// Without a project, its own error is enough.
afterAll(() => project?.[Symbol.dispose]())

test('publint finds no problem in the tarball', async () => {
  const { ok, text } = await outputOf(project.folder, outside('publint/src/cli.js'), project.tarball, '--strict')
  expect(text).toContain('All good!')
  expect(ok).toBe(true)
})

/** What a package that is ESM alone cannot give: Node 10's way to find entry points in folders, and CommonJS before Node could require ESM. */
const ofOthers = ['node10', 'node16-cjs']

test('are-the-types-wrong finds no problem in the tarball', async () => {
  const args = [project.tarball, '--profile', 'esm-only', '--format', 'json']
  const { ok, text } = await outputOf(project.folder, outside('@arethetypeswrong/cli/dist/index.js'), ...args)
  const report: Report = JSON.parse(text)
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  expect(Object.keys(report.analysis.entrypoints)).toEqual(Object.keys(exports))
  const problems = Object.values(report.problems).flat()
  expect(problems.filter(({ resolutionKind = '' }) => !ofOthers.includes(resolutionKind))).toEqual([])
  expect(ok).toBe(true)
})

interface Report {
  readonly analysis: { readonly entrypoints: object }
  readonly problems: Readonly<Record<string, readonly { readonly resolutionKind?: string }[]>>
}

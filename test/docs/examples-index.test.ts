import { readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { filesOf, indexed, isCode, textOf } from '../support/examples-index.ts'

const index = indexed()

test('the index of the examples has each example once', () => {
  const names = readdirSync(`${root}examples`, { withFileTypes: true })
    .filter(({ name }) => !['README.md', '.gitignore', 'node_modules'].includes(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  expect(index.map(({ path }) => path).sort()).toEqual([...names, 'events-page/next/'].sort())
})

test.for(index.map((each) => [each.path, each] as const))(
  'the index says how many lines the example %s has',
  ([path, { lines, main }]) => {
    const count = (file: string) => textOf(file).trimEnd().split('\n').length
    const code = filesOf(path).filter(isCode)
    expect(code).toContain(main)
    expect(lines).toBe(code.map(count).reduce((sum, each) => sum + each, 0))
  },
)

/** The packages that a `package.json` names, without those that hold only types, and the compiler. */
function named(file: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(textOf(file))
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !/^@types\/|^typescript$/.test(name))
}

/** The packages that code imports. */
const imported = (file: string) =>
  [...textOf(file).matchAll(/^(?:import|\} from|export) ?(?:[^'\n]*? from )?'([^'.][^']*)'|\bimport\('([^'.]+)'\)/gm)]
    .map(([, name = '', dynamic = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name || dynamic)?.[0] ?? '')
    .filter((name) => name !== '@' && !name.startsWith('node:') && !builtinModules.includes(name))

test.for(index.filter(({ path }) => !/^(?:python|curl)/.test(path)).map((each) => [each.path, each] as const))(
  'the index names the packages that the example %s needs',
  ([path, { needs }]) => {
    const files = filesOf(path)
    const manifests = files.filter((file) => file.endsWith('/package.json'))
    // A face has the packages of the folder beside it too.
    const used = files.filter((file) => /\.m?[jt]sx?$/.test(file)).flatMap(imported)
    const packages = new Set([...manifests.flatMap(named), ...used])
    packages.delete('osdi-events')
    expect([...needs.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual([...packages].sort())
  },
)

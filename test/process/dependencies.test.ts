import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/built.ts'

const rows = readFileSync(`${root}docs/decisions/README.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\) \| /).map((cell) => cell.replace(/^\| /, '').replace(/ \|$/, '')))

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const isExample = (file: string) => file.startsWith('examples/')

/** Every `package.json` that says what is installed, but for those of examples, which are their readers'. */
const manifests = files.filter((file) => /(?:^|\/)package\.json$/.test(file) && !isExample(file))

/** What a manifest asks for, with the versions. */
const askedBy = (file: string): Readonly<Record<string, string>> => {
  const manifest = JSON.parse(readFileSync(root + file, 'utf8'))
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest
  const imports = file.endsWith('deno.json') ? manifest.imports : {}
  return { ...optionalDependencies, ...peerDependencies, ...devDependencies, ...dependencies, ...imports }
}
const namesIn = (file: string) => Object.keys(askedBy(file))

const rowsOf = (name: string) => rows.filter(([first = '']) => first.includes(`\`${name}\``))

test.for(manifests)('the decisions name every dependency of %s', (file) => {
  const names = namesIn(file)
  expect(names.filter((name) => rowsOf(name).length === 0)).toEqual([])
})

test('each of them has a purpose, something else that was looked at, and a release with its year', () => {
  for (const name of manifests.flatMap(namesIn)) {
    expect(
      rowsOf(name).some(
        ([, purpose = '', instead = '', release = '']) => purpose && instead && /\b20\d\d\b/.test(release),
      ),
      name,
    ).toBe(true)
  }
})

test('the decisions name nothing that is gone', () => {
  const known = new Set(manifests.flatMap(namesIn))
  const tables = rows.filter(({ length }) => length === 4)
  const named = tables.flatMap(([first = '']) => [
    ...first.replace(/\(.*?\)|, in .*|, as .*/g, '').matchAll(/`([^`]+)`/g),
  ])
  expect(named.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([])
})

const ofExamples = files.filter((file) => isExample(file) && /\/(?:package|deno)\.json$/.test(file))

test('there are examples with packages of their own, for npm and for Deno', () => {
  expect(ofExamples).toEqual(expect.arrayContaining(['examples/deno/deno.json', 'examples/tested-app/package.json']))
})

test.for(ofExamples)('%s asks for the versions that the tests run it with', (file) => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const own: Readonly<Record<string, string>> = { ...askedBy('package.json'), 'osdi-events': version }
  expect(namesIn(file)).toContain('osdi-events')
  for (const [name, range] of Object.entries(askedBy(file)))
    expect([name, range.replace(`npm:${name}@`, '')]).toEqual([name, `^${own[name]?.replace('^', '')}`])
})

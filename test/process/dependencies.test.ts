import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/built.ts'

const rows = readFileSync(`${root}docs/decisions/README.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\) \| /).map((cell) => cell.replace(/^\| /, '').replace(/ \|$/, '')))

/** Every `package.json` that says what is installed, but for those of examples, which are their readers'. */
const manifests = execFileSync('git', ['ls-files', 'package.json', '**/package.json'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.startsWith('examples/'))

const namesIn = (file: string): string[] => {
  const manifest = JSON.parse(readFileSync(root + file, 'utf8'))
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest
  return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies })
}

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

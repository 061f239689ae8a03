import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/built.ts'

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly imports?: Readonly<Record<string, string>>
}

const read = (file: string): Manifest => JSON.parse(readFileSync(`${root}${file}`, 'utf8'))
const own = read('package.json')

/** What this package and its tests run with: itself, and what is installed here. */
const versions: Readonly<Record<string, string>> = {
  'osdi-events': own.version,
  ...Object.fromEntries(
    Object.entries({ ...own.devDependencies, ...own.dependencies }).map(([name, range]) => [
      name,
      range.replace('^', ''),
    ]),
  ),
}

const manifests = execFileSync('git', ['ls-files', 'examples'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\/(?:package|deno)\.json$/.test(file))

test('there are examples with packages of their own, for npm and for Deno', () => {
  expect(manifests).toEqual(expect.arrayContaining(['examples/deno/deno.json', 'examples/tested-app/package.json']))
})

test.for(manifests)('%s asks for the versions that the tests run it with', (file) => {
  const { dependencies, devDependencies, imports } = read(file)
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...imports })
  expect(asked.map(([name]) => name)).toContain('osdi-events')
  for (const [name, range] of asked)
    expect([name, range.replace(`npm:${name}@`, '')]).toEqual([name, `^${versions[name]}`])
})

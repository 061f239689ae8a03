import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checks } from '../nightly/runtimes/checks/run.ts'
import { pageOf } from '../nightly/runtimes/page.ts'
import { root } from '../support/alias.ts'

// The suite that tries the runtimes writes this page at night. Its words and its checks may change by day.
test('docs/guides/runtimes.md lists the current checks (npm run test:runtimes -- -u writes it)', () => {
  const page = readFileSync(`${root}docs/guides/runtimes.md`, 'utf8')
  const verdicts = new Map(checks.map(({ title }) => [title, { title }]))
  const rows = [...page.matchAll(/^\| (\w+) (\d+)([\d.]+) \| yes \| (yes|–) \|/gm)]
  const runtimes = rows.map(([, name = '', major = '', rest = '', required]) => ({
    name: name === 'Node' ? `Node ${major}` : name,
    version: `${major}${rest}`,
    verdicts,
    ...(required === 'yes' && { requires: true }),
  }))
  expect(runtimes.length).toBeGreaterThan(5)
  expect(page).toBe(pageOf(runtimes))
})

test('docs/CONTRIBUTING.md names the versions of Node, TypeScript and MSW that the package asks for and is tried with', () => {
  const page = readFileSync(`${root}docs/CONTRIBUTING.md`, 'utf8')
  const read = (path: string) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
  const rowOf = (name: string) => new RegExp(`^\\| ${name} \\| ([^|]+) \\|`, 'm').exec(page)?.[1]
  const { engines, peerDependencies } = read('package.json')
  const { dependencies, devDependencies } = read('test/nightly/runtimes/package.json')
  const namedAs = (name: string, packages: object) =>
    Object.keys(packages).flatMap((each) => (each.startsWith(`${name}-`) ? [each.slice(name.length + 1)] : []))
  const [least, ...lines] = namedAs('node', { ...dependencies, ...devDependencies })
  expect([engines.node, least]).toEqual(['>=22.12', '22'])
  expect(rowOf('Node')).toBe(['22.12 and newer', ...lines].join(', '))
  expect(rowOf('TypeScript')).toBe(
    namedAs('typescript', read('test/nightly/outside/package.json').dependencies).join(', '),
  )
  expect([peerDependencies.msw, rowOf('MSW')]).toEqual(['^2.10 || ^3', '2.10 and newer, 3'])
})

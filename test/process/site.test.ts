import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { temporaryFolder } from '../support/folder.ts'
import { linksOf } from '../support/markdown.ts'
import { buildSite, dataOf, deadLinksOfSite, pagesOf } from './site.ts'

// The whole reference is built, with every guide.

const folder = await temporaryFolder()
beforeAll(() => buildSite(folder.path))
afterAll(() => folder[Symbol.asyncDispose]())

/** What the site's search knows, by name. */
const found = () => (dataOf(folder.path, 'search.js') as { rows: { name: string; url: string }[] }).rows

/** What an entry point exports, as its report of the public surface shows it. */
const exportsOf = (entry: string) =>
  [
    ...readFileSync(`${root}test/nightly/outside/surface/${entry}.api.md`, 'utf8').matchAll(
      /^export (?:declare |abstract )*(?:class|function|interface|type|const) (\w+)/gm,
    ),
  ].map(([, name = '']) => name)

test('no link of the site leads nowhere', () => {
  expect(pagesOf(folder.path).length).toBeGreaterThan(200)
  expect(deadLinksOfSite(folder.path)).toEqual([])
})

test('search finds everything that is exported', () => {
  const names = new Set(found().map(({ name }) => name))
  const entries = ['index', 'v1', 'v2', 'mock', 'mock-browser', 'mock-msw', 'mock-node', 'mock-standalone']
  const exported = entries.flatMap(exportsOf)
  expect(exported).toEqual(expect.arrayContaining(['EventsV1', 'createMockService', 'serve', 'handlersFor']))
  expect(exported.filter((name) => !names.has(name))).toEqual([])
})

test('search finds every guide, by what its heading says', () => {
  const names = new Set(found().map(({ name }) => name))
  const guides = linksOf(readFileSync(`${root}docs/README.md`, 'utf8')).filter((path) => path.endsWith('.md'))
  const titles = guides.map((path) => /^# (.+)/m.exec(readFileSync(`${root}docs/${path}`, 'utf8'))?.[1])
  expect(titles).toContain('First call')
  expect(titles.filter((title) => !names.has(title?.replaceAll('`', '') ?? ''))).toEqual([])
})

test('the pages stand in the order and the groups of the landing page', () => {
  const navigation = dataOf(folder.path, 'navigation.js') as { text: string; children: { text: string }[] }[]
  const groups = [...readFileSync(`${root}docs/README.md`, 'utf8').matchAll(/^## (.+)/gm)].map(([, group]) => group)
  expect(navigation.map(({ text }) => text)).toEqual([...groups, 'Modules'])
  expect(navigation[0]?.children[0]?.text).toBe('First call')
})

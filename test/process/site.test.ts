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

test('no link of the site leads nowhere', () => {
  expect(pagesOf(folder.path).length).toBeGreaterThan(200)
  expect(deadLinksOfSite(folder.path)).toEqual([])
})

test('the pages stand in the order and the groups of the landing page, each called by its heading', () => {
  const landing = readFileSync(`${root}docs/README.md`, 'utf8')
  const navigation = dataOf(folder.path, 'navigation.js') as { text: string; children: { text: string }[] }[]
  const groups = [...landing.matchAll(/^## (.+)/gm)].map(([, group]) => group)
  expect(navigation.map(({ text }) => text)).toEqual([...groups, 'Modules'])
  const guides = linksOf(landing).filter((path) => path.endsWith('.md'))
  const titles = guides.map((path) => /^# (.+)/m.exec(readFileSync(`${root}docs/${path}`, 'utf8'))?.[1])
  const shown = navigation.slice(0, -1).flatMap(({ children }) => children.map(({ text }) => text))
  expect(shown[0]).toBe('First call')
  expect(shown).toEqual(expect.arrayContaining(titles.map((title) => title?.replaceAll('`', ''))))
})

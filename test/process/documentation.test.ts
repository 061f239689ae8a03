import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { commandLine } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { linksOf } from '../support/markdown.ts'

/** The site of the documentation, as `npm run docs` writes it; a warning fails. */
function buildSite(folder: string): void {
  execFileSync(process.execPath, [join(root, 'node_modules/typedoc/bin/typedoc'), '--out', folder], { cwd: root })
}

const pagesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))

/** Content that a script of the site unpacks in the page. */
function dataOf(folder: string, script: string): unknown {
  const [, packed = ''] = /"([^"]+)"/.exec(readFileSync(join(folder, 'assets', script), 'utf8')) ?? []
  return JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString())
}

/** Links of the site that lead nowhere, each with its page. */
function deadLinksOfSite(folder: string): string[] {
  const pages = new Map(pagesOf(folder).map((page) => [page, readFileSync(join(folder, page), 'utf8')]))
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  const anchors = new Map(
    [...pages].map(([page, text]) => [page, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
  )
  return [...pages].flatMap(([page, text]) => {
    const targets = [...text.matchAll(/<(?:a|link|script|img)\s[^>]*?(?:href|src)="([^"]*)"/g)].map(([, to = '']) => to)
    const dead = targets.filter((target) => {
      if (/^(?:[a-z]+:|$)/.test(target)) return false
      const [path = '', anchor] = target.replaceAll('&amp;', '&').split('#')
      // A folder is its index, as it is to web servers.
      const place = path.endsWith('/') ? `${path}index.html` : path
      const file = place === '' ? page : normalize(join(dirname(page), decodeURIComponent(place)))
      if (!files.has(file)) return true
      return Boolean(anchor) && !anchors.get(file)?.has(decodeURIComponent(anchor ?? ''))
    })
    return [...new Set(dead)].map((target) => `${page}: ${target}`)
  })
}

const folder = await temporaryFolder()

beforeAll(() => buildSite(folder.path))

afterAll(() => folder[Symbol.asyncDispose]())

test('every link of the documentation site leads to an existing page', () => {
  expect(pagesOf(folder.path).length).toBeGreaterThan(200)
  expect(deadLinksOfSite(folder.path)).toEqual([])
})

test('the documentation site serves /llms.txt', () => {
  expect(readFileSync(join(folder.path, 'llms.txt'), 'utf8')).toBe(readFileSync(`${root}llms.txt`, 'utf8'))
})

test('the navigation of the documentation site has the order and groups of the landing page, and the headings of the pages', () => {
  const landing = readFileSync(`${root}docs/README.md`, 'utf8')
  const navigation = dataOf(folder.path, 'navigation.js') as { text: string; children: { text: string }[] }[]
  const groups = [...landing.matchAll(/^## (.+)/gm)].map(([, group]) => group)
  expect(navigation.map(({ text }) => text)).toEqual([...groups, 'Modules'])
  const guides = linksOf(landing).filter((path) => path.endsWith('.md'))
  const titles = guides.map((path) => /^# (.+)/m.exec(readFileSync(`${root}docs/${path}`, 'utf8'))?.[1])
  const shown = navigation.slice(0, -1).flatMap(({ children }) => children.map(({ text }) => text))
  expect(shown[0]).toBe('Start')
  expect(shown).toEqual(expect.arrayContaining(titles.map((title) => title?.replaceAll('`', ''))))
})

const picture = readFileSync(`${root}docs/terminal.svg`, 'utf8')
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The command in the picture, and its output. */
const shown = [...picture.matchAll(/<text class="(\w+)"[^>]*>([^<]*)</g)].reduce<[string, string[]][]>(
  (session, [, kind, line = '']) => {
    if (kind === 'typed') session.push([unescaped(line).replace('$ npx osdi-events ', ''), []])
    else if (line) session.at(-1)?.[1].push(unescaped(line))
    return session
  },
  [],
)

/** Removes line breaks, and the values that differ from run to run. */
const settled = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('the documentation has pictures of the terminal', () => {
  expect(shown.map(([typed]) => typed.split(' ')[0])).toEqual(['list', 'export', 'create'])
})

test.for(shown)(
  'the picture of the terminal in the documentation shows the output of osdi-events %s on a terminal of 80 columns',
  async ([typed, lines]) => {
    await using folder = await temporaryFolder()
    const cli = commandLine({ events: 2000, now: '2026-05-01T12:00:00Z' })
    const args = typed.replace('events.ndjson', folder.file('events.ndjson')).split(' ')
    const { stdout, stderr } = await cli.ran(args, { columns: 80, env: { NO_COLOR: '1' } })
    expect(settled(`${stdout}${stderr.replaceAll(`${folder.path}/`, '')}`)).toBe(settled(lines.join('\n')))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  },
)

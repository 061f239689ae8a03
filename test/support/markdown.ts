import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './alias.ts'

const below = (folder: string) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)

/** Every page that people read in the repository. */
export const pages = [...readdirSync(root), ...below('docs'), ...below('examples')].filter(
  (name) => (name.endsWith('.md') || name === 'llms.txt') && !/^docs\/site\/|node_modules/.test(name),
)

/** The lines of a page's code blocks that have more than `columns` columns. */
export function wideLinesOf(text: string, columns: number): { readonly line: number; readonly width: number }[] {
  const wide: { line: number; width: number }[] = []
  let isCode = false
  for (const [index, line] of text.split('\n').entries()) {
    if (/^ *```/.test(line)) isCode = !isCode
    else if (isCode && line.length > columns) wide.push({ line: index + 1, width: line.length })
  }
  return wide
}

/** Text without fences and code between backticks, which are not Markdown. */
const withoutFences = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')
const withoutCode = (text: string) => withoutFences(text).replaceAll(/`[^`\n]*`/g, '')

/** The anchors that GitHub and npm make from the headings of a page. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
  return new Set(anchors)
}

/** The targets of a page's links, except links to other sites. */
export function linksOf(text: string): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^()\s]+(?:\([^()\s]*\))?)\)|<img[^>]+src="([^"]+)"/g)]
  return targets.map(([, link, image]) => link ?? image ?? '').filter((target) => !/^[a-z]+:/.test(target))
}

/** Dead links in pages of the repository, each with its page. */
export function deadLinksOf(pages: readonly string[]): string[] {
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    return linksOf(text)
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? page : relative(root, join(root, dirname(page), path))
        if (file.startsWith('..') || !existsSync(join(root, file))) return true
        if (anchor === undefined || statSync(join(root, file)).isDirectory()) return false
        return !anchorsOf(readFileSync(join(root, file), 'utf8')).has(anchor)
      })
      .map((target) => `${page}: ${target}`)
  })
}

/** The cells of the first table under a heading of a guide, row by row, without the table's head. */
export function tableUnder(guide: string, heading: string): string[][] {
  const text = readFileSync(join(root, `docs/guides/${guide}.md`), 'utf8')
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? []
  const rows = table.split('\n').slice(2, -1)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

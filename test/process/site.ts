import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { inflateSync } from 'node:zlib'
import { root } from '../support/alias.ts'

/** The site of the documentation, as `npm run docs` writes it; a warning fails. */
export function buildSite(folder: string): void {
  execFileSync(process.execPath, [join(root, 'node_modules/typedoc/bin/typedoc'), '--out', folder], { cwd: root })
}

export const pagesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))

/** What a script of the site unpacks in the page. */
export function dataOf(folder: string, script: string): unknown {
  const [, packed = ''] = /"([^"]+)"/.exec(readFileSync(join(folder, 'assets', script), 'utf8')) ?? []
  return JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString())
}

/** Links of the site that lead nowhere, each with its page. */
export function deadLinksOfSite(folder: string): string[] {
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

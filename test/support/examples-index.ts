import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './alias.ts'

const folder = join(root, 'examples')

/** An example, as the index shows it. */
export interface Indexed {
  /** A file, or a folder with a slash at its end, below `examples/`. */
  readonly path: string
  /** The file to which the index links. */
  readonly main: string
  readonly lines: number
  readonly needs: string
}

/** The examples of `examples/README.md`: a row of a table each. */
export function indexed(): readonly Indexed[] {
  const page = readFileSync(join(folder, 'README.md'), 'utf8')
  return [...page.matchAll(/^\| .+ \| \[`([^`]+)`\]\(([^)]+)\) \| (\d+) \| (.+) \|$/gm)].map(
    ([, path = '', main = '', lines, needs = '']) => ({ path, main, lines: Number(lines), needs }),
  )
}

/** The files of an example. The folder of a face of the events page is an example of its own. */
export function filesOf(path: string): readonly string[] {
  const own = join(folder, path)
  if (statSync(own).isFile()) return [path]
  return readdirSync(own, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(own, name)).isFile() && !name.includes('node_modules'))
    .filter((name) => !(existsSync(join(own, 'next')) && name.startsWith('next/')))
    .map((name) => `${path}${name}`)
}

export const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8')

/** The files that count for the length of an example. */
export const isCode = (path: string): boolean => /\.(?:m?[jt]sx?|py|sh|css)$/.test(path)

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  /** The words after `$ ` in the block of output. */
  readonly command: string | undefined
  /** The lines that the example prints, each from its beginning. */
  readonly shown: readonly string[]
}

/** The examples of `examples/README.md`. */
export function indexed(): readonly Indexed[] {
  const page = readFileSync(join(folder, 'README.md'), 'utf8')
  return page.split(/^### .+$/m).flatMap((section) => {
    const [, path = '', main = '', lines, needs = ''] =
      /^\[`([^`]+)`\]\(([^)]+)\) · (\d+) lines · (.+)$/m.exec(section) ?? []
    if (!path) return []
    const block = /^```text\n([\s\S]*?)^```/m.exec(section)?.[1]?.trimEnd().split('\n') ?? []
    const command = block.find((line) => line.startsWith('$ '))?.slice(2)
    return [{ path, main, lines: Number(lines), needs, command, shown: block.filter((line) => !line.startsWith('$ ')) }]
  })
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

/** The folder in which an example runs. */
export const folderOf = ({ main }: Indexed): string => dirname(main)

/** The shown lines that a text does not have, in this order, each at the beginning of a line. */
export function missingIn(text: string, shown: readonly string[]): readonly string[] {
  const lines = text.split(/\r?\n/)
  let at = 0
  return shown.filter((each) => {
    const found = lines.findIndex((line, index) => index >= at && line.startsWith(each))
    if (found >= 0) at = found + 1
    return found < 0
  })
}

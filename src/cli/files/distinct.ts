import { basename, dirname, join, resolve } from 'node:path'
import { CliError } from '../run/cli-error.ts'
import type { FileSystem } from '../run/io.ts'

/** Flags that name a file, and what a command puts behind its name for files beside it. Those that a command writes come first. */
const fileFlags: readonly (readonly [name: string, flag: string, ...beside: readonly string[]])[] = [
  ['cursor', '--cursor', '.new'],
  ['resume', '--resume', '.new', '.lock'],
  ['save', '--save', '.new'],
  ['state', '--state', '.new'],
  ['out', '--out', '.part', '.part.json', '.part.json.new', '.part.lock'],
  ['csv', '--csv'],
  ['against', '--against'],
  ['assumptions', '--assumptions'],
  ['keyFile', '--key-file'],
]

interface NamedFile {
  readonly flag: string
  /** The file, and the files beside it. */
  readonly paths: readonly string[]
}

/**
 * Checks that no two flags name the same file, or a file that a command makes beside another: the command would overwrite what it reads. Links, and
 * upper and lower case, count as the file system takes them.
 *
 * @throws CliError naming two flags
 */
export async function checkDistinct(flags: object, fs: FileSystem): Promise<void> {
  const named = fileFlags.flatMap(([name, flag, ...beside]) => {
    const path: unknown = Reflect.get(flags, name)
    // `-` is standard input or output.
    return typeof path === 'string' && path !== '-' ? [{ flag, path, beside }] : []
  })
  if (named.length < 2) return
  const files: NamedFile[] = []
  for (const { flag, path, beside } of named) {
    const real = await realPath(resolve(path), fs)
    files.push({ flag, paths: ['', ...beside].map((end) => real + end) })
  }
  for (const [index, one] of files.entries()) {
    for (const other of files.slice(index + 1)) {
      if (!one.paths.some((path) => other.paths.includes(path))) continue
      if (one.paths[0] === other.paths[0])
        throw new CliError(2, `${one.flag}: must not be the same file as ${other.flag}`)
      const [beside, main] = one.paths.includes(other.paths[0] ?? '') ? [other, one] : [one, other]
      throw new CliError(2, `${beside.flag}: must not be a file that the command makes beside that of ${main.flag}`)
    }
  }
}

/** The one path that a file has, however it is named. A hard link gets the number of its file. */
async function realPath(path: string, fs: FileSystem): Promise<string> {
  const found = await fs.stat(path).catch(() => undefined)
  if (found && found.nlink > 1) return `${found.dev}:${found.ino}`
  const real = await fs.realpath(path).catch(() => undefined)
  if (real !== undefined) return real
  const folder = await fs.realpath(dirname(path)).catch(() => dirname(path))
  const other = await fs.realpath(swapCase(folder)).catch(() => undefined)
  // The file does not exist, so only its folder can show whether case matters.
  const name = basename(path)
  return join(folder, other === folder && other !== swapCase(folder) ? name.toLowerCase() : name)
}

const swapCase = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { root } from './alias.ts'

/** The settings of a Dockerfile, without the files of the image. */
export interface Image {
  readonly base: string
  readonly user: string
  readonly port: string
  readonly volume: string
  /** The working folder, in the folder that replaces the root of the image. */
  readonly workdir: string
  readonly health: readonly string[]
  readonly entrypoint: readonly string[]
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean)
const listIn = (text: string): readonly string[] => JSON.parse(text.slice(text.indexOf('[')))

/** Files of the project that `.dockerignore` includes in the build. The last line that matches a file or one of its folders decides. */
export function contextFiles(): readonly string[] {
  const patterns = words(readFileSync(join(root, '.dockerignore'), 'utf8'))
  return globSync('**/*', { cwd: root, exclude: ['node_modules'], withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length)] : []))
    .filter((file) => {
      const paths = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
      const last = patterns.findLast((pattern) => paths.some((path) => matchesGlob(path, pattern.replace('!', ''))))
      return last === undefined || last.startsWith('!')
    })
}

/** Runs the steps of the Dockerfile in a folder that replaces the root of the image. Throws for an unknown instruction. */
export function buildIn(folder: string): Image {
  const files = contextFiles()
  const copy = (source: string, to: string) => {
    const taken = files.filter((file) => file === source || file.startsWith(`${source}/`))
    if (taken.length === 0) throw new Error(`COPY ${source}: is not there`)
    for (const file of taken) {
      const target = join(to, file === source ? basename(file) : file.slice(source.length))
      mkdirSync(dirname(target), { recursive: true })
      cpSync(join(root, file), target)
    }
  }
  const steps: Readonly<Record<string, (given: string, workdir: string) => Partial<Image> | undefined>> = {
    FROM: (base) => ({ base }),
    USER: (user) => ({ user }),
    EXPOSE: (port) => ({ port }),
    VOLUME: (volume) => ({ volume }),
    HEALTHCHECK: (given) => ({ health: listIn(given) }),
    ENTRYPOINT: (given) => ({ entrypoint: listIn(given) }),
    WORKDIR: (path) => ({ workdir: join(folder, path) }),
    RUN: (command, workdir) => void execFileSync('sh', ['-ec', command], { cwd: workdir }),
    COPY: (given, workdir) => {
      const paths = words(given)
      for (const source of paths.slice(0, -1)) copy(source, join(workdir, paths.at(-1) ?? ''))
      return undefined
    },
  }
  let image: Image = { base: '', user: '', port: '', volume: '', workdir: folder, health: [], entrypoint: [] }
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
  for (const line of text.trim().split('\n')) {
    const [, name = '', given = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    const step = steps[name]
    if (!step) throw new Error(`${line}: is no instruction that is known here`)
    mkdirSync(image.workdir, { recursive: true })
    image = { ...image, ...step(given, image.workdir) }
  }
  return image
}

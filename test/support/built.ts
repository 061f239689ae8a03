import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './alias.ts'

export { root }

let packed: readonly string[] | undefined

/** The files that `npm pack` would put into the tarball, relative to the package's root. Runs npm only once. */
export function packedFiles(): readonly string[] {
  packed ??= listPacked()
  return packed
}

function listPacked(): readonly string[] {
  if (!existsSync(join(root, 'dist/index.d.ts')))
    throw new Error('There is no dist/ to look at: run npm run build first')
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const parsed: unknown = JSON.parse(listing)
  const [found] = (Array.isArray(parsed) ? parsed : Object.values(parsed as object)) as { files: { path: string }[] }[]
  return found?.files.map(({ path }) => path).sort() ?? []
}

/** An empty project with the files that would be published, and only the named dependencies. `a=b` installs b under the name a. */
export function install(...dependencies: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'osdi-events-'))
  const own = join(folder, 'node_modules/osdi-events')
  for (const path of packedFiles()) {
    mkdirSync(join(own, path, '..'), { recursive: true })
    cpSync(join(root, path), join(own, path))
  }
  for (const dependency of dependencies) {
    const [name = '', from = name] = dependency.split('=')
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', from), join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  return {
    folder,
    /** Runs a module in the project with this Node. Returns its standard output. */
    run: (code: string) => {
      writeFileSync(join(folder, 'main.js'), code)
      return execFileSync(process.execPath, ['main.js'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    },
    /** Compiles a module in the project with the strictest options. Returns the compiler's output. `typescript-7` is TypeScript 7. */
    compile: (code: string, options: readonly string[] = [], compiler = 'typescript') => {
      writeFileSync(join(folder, 'main.ts'), code)
      const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
      const strict = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes']
      const flags = [...strict, '--target', 'es2022', '--pretty', 'false', ...options]
      try {
        return execFileSync(process.execPath, [tsc, ...flags, 'main.ts'], { cwd: folder, encoding: 'utf8' })
      } catch (error) {
        return String((error as { stdout?: unknown }).stdout)
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './alias.ts'

/** Installs the packages of a suite from the lock file in its folder, if they are missing. */
export function installBeside(folder: string): void {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  // CI sets `RUNTIMES`: it needs no development dependencies, which are for the nightly run.
  const options = ['ci', '--no-audit', '--no-fund', ...(process.env.RUNTIMES ? ['--omit=dev'] : [])]
  const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`What ${folder} needs could not be installed: ${stderr.trim()}`)
}

/** An empty project with the tarball installed as users install it. Disposal removes the project. */
export interface PackedProject extends Disposable {
  readonly folder: string
  /** The tarball that would be published. */
  readonly tarball: string
}

const npm = (folder: string, ...args: readonly string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Packs the build. Installs the tarball and other packages into an empty project, with dependencies from the registry. */
export function installPacked(...others: readonly string[]): PackedProject {
  if (!existsSync(join(root, 'dist/index.d.ts'))) throw new Error('There is no dist/ to pack: run npm run build first')
  const folder = mkdtempSync(join(tmpdir(), 'osdi-events-packed-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const name = npm(root, 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder).trim()
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  npm(folder, 'install', ...options, `./${name}`, ...others)
  return {
    folder,
    tarball: join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

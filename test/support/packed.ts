import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './alias.ts'

/** An empty project into which the tarball was installed as users do it, until it is disposed of. */
export interface PackedProject extends Disposable {
  readonly folder: string
  /** The tarball itself, as it would be published. */
  readonly tarball: string
}

const npm = (folder: string, ...args: readonly string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Packs what was built, and installs the tarball from the registry's packages into an empty project, with others beside it. */
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

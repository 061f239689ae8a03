import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, root } from '../../../support/built.ts'

/** A project with a program of both clients and the built package, until it is disposed of. */
export interface Project extends Disposable {
  /** How many types the compiler makes of it: a figure that no other load of the machine moves. */
  types(): number
}

/** Sets the program up as somebody would who begins with `tsc --init`. */
export function projectOfBoth(): Project {
  const project = install('ky', 'zod')
  const basics = { strict: true, skipLibCheck: true, noEmit: true, target: 'es2022', module: 'nodenext', types: [] }
  const compilerOptions = { ...basics, lib: ['es2022', 'dom'] }
  copyFileSync(fileURLToPath(new URL('both-clients.ts', import.meta.url)), join(project.folder, 'both-clients.ts'))
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['both-clients.ts'] }))
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', project.folder, '--extendedDiagnostics']
  return {
    types: () => Number(/^Types: +(\d+)$/m.exec(execFileSync(process.execPath, tsc, { encoding: 'utf8' }))?.[1]),
    [Symbol.dispose]: () => project[Symbol.dispose](),
  }
}

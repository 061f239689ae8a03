import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, root } from '../../../support/built.ts'

/** A program with both clients, and the same with zod alone. */
export type Program = 'both-clients' | 'zod-alone'

/** A project with both programs and the built package, until it is disposed of. */
export interface Project extends Disposable {
  /** How many types the compiler makes of a program: a figure that no other load of the machine moves. */
  types(program: Program): number
}

const tsc = join(root, 'node_modules/typescript/bin/tsc')

const compilerOptions = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom'],
  types: [],
}

/** Sets both programs up as somebody would who begins with `tsc --init`. */
export function projectOfBoth(): Project {
  const project = install('ky', 'zod')
  const inProject = (name: string) => join(project.folder, name)
  for (const name of ['both-clients', 'zod-alone'] satisfies Program[]) {
    copyFileSync(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), inProject(`${name}.ts`))
    writeFileSync(inProject(`${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  }
  return {
    types: (program) => {
      const said = execFileSync(process.execPath, [tsc, '-p', inProject(`${program}.json`), '--extendedDiagnostics'], {
        encoding: 'utf8',
      })
      return Number(/^Types: +(\d+)$/m.exec(said)?.[1])
    },
    [Symbol.dispose]: () => project[Symbol.dispose](),
  }
}

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { install } from '../../support/built.ts'

/** The checks as programs, beside the package as users install it, until it is disposed of. */
export interface Bench extends Disposable {
  /** The project where the package is installed; `process.js` is in it. */
  readonly project: string
  /** Checks and package as one module for a worker. */
  readonly worker: string
  /** Checks and package as one script for a page. */
  readonly page: string
}

const entry = (name: string) => fileURLToPath(new URL(`../entries/${name}.ts`, import.meta.url))

/** Bundles the checks: for processes, which find the package themselves, and whole, for runtimes that take one file. */
export async function benchOf(): Promise<Bench> {
  const installed = install('ky', 'zod')
  const { folder: project } = installed
  // Without the tsconfig, in which the package's own name means its source.
  const common: BuildOptions = { bundle: true, format: 'esm', target: 'es2022', tsconfigRaw: '{}', logLevel: 'warning' }
  const whole = async (name: string): Promise<string> => {
    const alias = { 'osdi-events': join(project, 'node_modules/osdi-events/dist/index.js') }
    const { outputFiles } = await build({ ...common, alias, entryPoints: [entry(name)], write: false })
    return outputFiles[0]?.text ?? ''
  }
  const own = { entryPoints: [entry('process')], outfile: join(project, 'process.js'), external: ['osdi-events'] }
  await build({ ...common, ...own })
  return {
    project,
    worker: await whole('worker'),
    page: await whole('page'),
    [Symbol.dispose]: () => installed[Symbol.dispose](),
  }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { installPacked } from '../../../support/packed.ts'

/** The checks as programs, beside the package as its tarball installs it into an empty project, until it is disposed of. */
export interface Bench extends Disposable {
  /** The project where the package is installed; `process.js` and `require.cjs` are in it. */
  readonly project: string
  /** Checks and package as one module for a worker. */
  readonly worker: string
  /** Checks and package as one script for a page. */
  readonly page: string
}

const entry = (name: string) => fileURLToPath(new URL(`../entries/${name}.ts`, import.meta.url))

/** Bundles the checks: for processes, which find the package themselves, and whole, for runtimes that take one file. */
export async function benchOf(): Promise<Bench> {
  const installed = installPacked()
  const { folder: project } = installed
  // Without the tsconfig, in which the package's own name means its source.
  const common: BuildOptions = { bundle: true, format: 'esm', target: 'es2022', tsconfigRaw: '{}', logLevel: 'warning' }
  const whole = async (name: string): Promise<string> => {
    const plugins = [asInstalledIn(project)]
    const { outputFiles } = await build({ ...common, entryPoints: [entry(name)], plugins, write: false })
    return outputFiles[0]?.text ?? ''
  }
  const own = { entryPoints: [entry('process')], outfile: join(project, 'process.js'), external: ['osdi-events'] }
  await build({ ...common, ...own })
  writeFileSync(join(project, 'require.cjs'), "console.log(typeof require('osdi-events').EventsV2)\n")
  return {
    project,
    worker: await whole('worker'),
    page: await whole('page'),
    [Symbol.dispose]: () => installed[Symbol.dispose](),
  }
}

/** Finds the package where a project has it, by its export map; from here its name would lead to what was built. */
const asInstalledIn = (resolveDir: string): Plugin => ({
  name: 'as installed',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^osdi-events(?:\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === resolveDir ? undefined : resolve(path, { resolveDir, kind, pluginData: resolveDir }),
    ),
})

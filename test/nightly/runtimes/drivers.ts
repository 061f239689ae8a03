import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { chromium as browserType } from 'playwright'
import { chromiumOptions } from '../../support/chromium.ts'
import { installBeside, installPacked } from '../../support/packed.ts'
import type { Verdict } from './checks/check.ts'
import { runAll, type Settings } from './checks/run.ts'

/** The checks as programs, beside the package as its tarball installs it into an empty project, until it is disposed of. */
export interface Bench extends Disposable {
  /** The project where the package is installed; `process.js` and `require.cjs` are in it. */
  readonly project: string
  /** Checks and package as one module for a worker. */
  readonly worker: string
  /** Checks and package as one script for a page. */
  readonly page: string
}

const folder = fileURLToPath(new URL('.', import.meta.url))

/** What lets the checks run, before it is bundled with them. */
const entry = (contents: string): BuildOptions => ({
  stdin: {
    contents: `import { runAll, runPart } from './checks/run.ts'\n${contents}`,
    resolveDir: folder,
    loader: 'ts',
  },
})
const inProcess = entry('console.log(JSON.stringify(await runAll(JSON.parse(process.argv[2])))), process.exit(0)')
const inPage = entry('Object.assign(globalThis, { runAll })')
const inWorker = entry(`export default {
  async fetch(request: Request) {
    const { settings, title, part } = await request.json()
    return Response.json(await runPart(settings, title, part))
  },
}`)

/** Bundles the checks: for processes, which find the package themselves, and whole, for runtimes that take one file. */
export async function benchOf(): Promise<Bench> {
  const installed = installPacked()
  const { folder: project } = installed
  // Without the tsconfig, in which the package's own name means its source.
  const common: BuildOptions = { bundle: true, format: 'esm', target: 'es2022', tsconfigRaw: '{}', logLevel: 'warning' }
  const whole = async (options: BuildOptions): Promise<string> => {
    const { outputFiles } = await build({ ...common, ...options, plugins: [asInstalledIn(project)], write: false })
    return outputFiles?.[0]?.text ?? ''
  }
  await build({ ...common, ...inProcess, outfile: join(project, 'process.js'), external: ['osdi-events'] })
  writeFileSync(join(project, 'require.cjs'), "console.log(typeof require('osdi-events').EventsV2)\n")
  return {
    project,
    worker: await whole(inWorker),
    page: await whole(inPage),
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

/** A runtime that the checks run on. */
export interface Runtime {
  readonly name: string
  /** What it says of its version. */
  version(bench: Bench): Promise<string>
  run(bench: Bench, settings: Settings): Promise<readonly Verdict[]>
  /** What a program of CommonJS says that requires the package, where the runtime has such programs. */
  require?(bench: Bench): Promise<string>
}

/** A path in the folder of the runtimes' own packages. */
export const installedAt = (path: string): string => join(folder, 'node_modules', path)

/** Installs the runtimes, where they are missing. */
export const installRuntimes = (): void => installBeside(folder)

const exec = promisify(execFile)

/** All checks together, in milliseconds. */
const timeout = 1_100_000

/** A runtime that is a program: the checks run in a process of its own, in the project where the package is installed. */
export const processOf = (name: string, path: string, ...flags: readonly string[]): Runtime => {
  const program = installedAt(path)
  return {
    name,
    version: async ({ project }) => (await exec(program, ['--version'], { cwd: project })).stdout.split('\n')[0] ?? '',
    run: async ({ project }, settings) => {
      const args = [...flags, join(project, 'process.js'), JSON.stringify(settings)]
      const { stdout } = await exec(program, args, { cwd: project, timeout })
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Verdict[]
    },
    require: async ({ project }) => {
      const { stdout, stderr } = await exec(program, [...flags, join(project, 'require.cjs')], { cwd: project })
      return stdout + stderr
    },
  }
}

/** What is used of Miniflare, which is installed beside the project's own packages. */
interface Miniflare {
  dispatchFetch(url: string, init: object): Promise<Response>
  dispose(): Promise<void>
}

const require = createRequire(import.meta.url)

/** workerd: one worker for all checks, and every part of a check a request of its own. */
export const workerd: Runtime = {
  name: 'workerd',
  version: async () => `workerd ${require(installedAt('workerd/package.json')).version}`,
  run: async ({ worker }, settings) => {
    const { Miniflare } = require(installedAt('miniflare')) as { Miniflare: new (options: object) => Miniflare }
    const miniflare = new Miniflare({ modules: true, script: worker, compatibilityDate: '2026-07-01' })
    try {
      return await runAll(settings, async (_, title, part) => {
        const body = JSON.stringify({ settings, title, part })
        const response = await miniflare.dispatchFetch('http://checks.internal/', { method: 'POST', body })
        if (response.ok) return (await response.json()) as Verdict
        return { title, failure: `the worker answered ${response.status}: ${await response.text()}` }
      })
    } finally {
      await miniflare.dispose()
    }
  },
}

/** Chromium: a page that the service's own server serves, so that the browser lets it read every answer. */
export const chromium: Runtime = {
  name: 'Chromium',
  version: async () => {
    const browser = await browserType.launch(chromiumOptions)
    const version = `Chromium ${browser.version()}`
    await browser.close()
    return version
  },
  run: async (_, settings) => {
    const browser = await browserType.launch(chromiumOptions)
    try {
      const page = await browser.newPage()
      await page.goto(`${settings.home}/page.html`)
      const runAll = `runAll(${JSON.stringify({ ...settings, page: true })})`
      return (await page.evaluate(runAll)) as Verdict[]
    } finally {
      await browser.close()
    }
  },
}

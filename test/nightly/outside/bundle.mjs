/** `node bundle.mjs BUNDLER FOLDER ENTRY OUTPUT`: a bundle as esbuild, Vite or webpack makes it for a page. */
import { basename, dirname, join } from 'node:path'

const [bundler, folder, entry, output] = process.argv.slice(2)

const bundlers = {
  async esbuild() {
    const { build } = await import('esbuild')
    const how = { bundle: true, minify: true, format: 'esm', target: 'es2022', logLevel: 'warning' }
    await build({ absWorkingDir: folder, entryPoints: [entry], outfile: output, ...how })
  },

  async vite() {
    const { build } = await import('vite')
    const rolldownOptions = { input: join(folder, entry), output: { entryFileNames: basename(output) } }
    const how = { emptyOutDir: false, target: 'es2022', modulePreload: false, rolldownOptions }
    await build({ root: folder, configFile: false, logLevel: 'warn', build: { outDir: dirname(output), ...how } })
  },

  async webpack() {
    const { default: webpack } = await import('webpack')
    const compiler = webpack({
      context: folder,
      entry,
      mode: 'production',
      target: ['web', 'es2022'],
      output: { path: dirname(output), filename: basename(output), module: true, chunkFormat: 'module' },
      performance: false,
    })
    compiler.run((error, stats) => {
      const said = error ? String(error) : stats.toString({ all: false, errors: true, warnings: true })
      if (said) console.error(said)
      compiler.close(() => process.exit(error || stats.hasErrors() ? 1 : 0))
    })
  },
}

await bundlers[bundler]()

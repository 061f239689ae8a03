/** `node esbuild.mjs FOLDER ENTRY OUTPUT`: a bundle as esbuild makes it for a page. */
import { build } from 'esbuild'

const [absWorkingDir, entry, outfile] = process.argv.slice(2)
await build({
  absWorkingDir,
  entryPoints: [entry],
  outfile,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
})

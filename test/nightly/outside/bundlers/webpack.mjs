/** `node webpack.mjs FOLDER ENTRY OUTPUT`: a bundle as webpack makes it for a page. */
import { basename, dirname } from 'node:path'
import webpack from 'webpack'

const [context, entry, output] = process.argv.slice(2)
const compiler = webpack({
  context,
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

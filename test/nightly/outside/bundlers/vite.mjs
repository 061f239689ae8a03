/** `node vite.mjs FOLDER ENTRY OUTPUT`: a bundle as Vite makes it for a page. */
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'

const [root, entry, output] = process.argv.slice(2)
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: dirname(output),
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: { input: join(root, entry), output: { entryFileNames: basename(output) } },
  },
})

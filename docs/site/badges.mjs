/**
 * `node docs/site/badges.mjs` draws the badges in `docs/badges`, each an image of its own, so that they wrap on a telephone. It needs
 * `npm run build:js` first. The size is that of a bundle of `EventsV2` with all that it needs, gzipped; a test measures it again.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'

const { outputFiles } = buildSync({
  stdin: { contents: "export { EventsV2 } from './src/v2/index.ts'", resolveDir: '.', loader: 'ts' },
  ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022', write: false },
})
const size = Math.ceil(gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000)

/** Each badge, by its file: what it is about, and what is so. */
const badges = {
  licence: ['licence', 'MIT'],
  types: ['types', 'included'],
  runtimes: ['runs on', 'Node · Bun · Deno · Workers · browsers'],
  size: ['size', `${size} KB gzipped, 2 dependencies`],
}

const height = 22
/** Columns of a text at 11 px, about. */
const widthOf = (text) => Math.round(text.length * 6.3 + 16)

mkdirSync('docs/badges', { recursive: true })
for (const [file, [name, value]] of Object.entries(badges)) {
  const [left, right] = [widthOf(name), widthOf(value)]
  const width = left + right
  writeFileSync(
    `docs/badges/${file}.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
  <title>${name}: ${value}</title>
  <style>text { font: 11px Verdana, 'DejaVu Sans', sans-serif; fill: #fff; text-anchor: middle }</style>
  <rect width="${width}" height="${height}" rx="4" fill="#3b4252" />
  <path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v${height - 8}a4 4 0 0 1 -4 4h-${right - 4}z" fill="#1f6f54" />
  <text x="${left / 2}" y="15">${name}</text>
  <text x="${left + right / 2}" y="15">${value}</text>
</svg>
`,
  )
}

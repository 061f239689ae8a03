/**
 * `node docs/site/badges.mjs` draws `docs/badges.svg`. It needs `npm run build:js` first. The size is that of a bundle of `EventsV2` with all that it
 * needs, gzipped; a test measures it again.
 */

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'

const { outputFiles } = buildSync({
  stdin: { contents: "export { EventsV2 } from './src/v2/index.ts'", resolveDir: '.', loader: 'ts' },
  ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022', write: false },
})
const size = Math.ceil(gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000)

/** Each badge: what it is about, and what is so. */
export const badges = [
  ['licence', 'MIT'],
  ['types', 'included'],
  ['runs on', 'Node · Bun · Deno · Workers · browsers'],
  ['size', `${size} KB gzipped, 2 dependencies`],
]

const height = 22
/** Columns of a text at 11 px, about. */
const widthOf = (text) => Math.round(text.length * 6.3 + 16)

let x = 0
const drawn = badges.map(([name, value]) => {
  const [left, right] = [widthOf(name), widthOf(value)]
  const at = x
  x += left + right + 8
  return `  <g transform="translate(${at})">
    <rect width="${left + right}" height="${height}" rx="4" fill="#3b4252" />
    <path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v${height - 8}a4 4 0 0 1 -4 4h-${right - 4}z" fill="#1f6f54" />
    <text x="${left / 2}" y="15">${name}</text>
    <text x="${left + right / 2}" y="15">${value}</text>
  </g>`
})
const width = x - 8
writeFileSync(
  'docs/badges.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
  <title>${badges.map((badge) => badge.join(': ')).join('; ')}</title>
  <style>text { font: 11px Verdana, 'DejaVu Sans', sans-serif; fill: #fff; text-anchor: middle }</style>
${drawn.join('\n')}
</svg>
`,
)

/**
 * `npm run docs` builds the documentation site in `docs/site/dist`: it collects the pages in `docs/site/pages`, lets typedoc write the reference beside
 * them, and VitePress makes the site. `SITE_BASE` is the path of the site on its server, `/` by default.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { purposes } from './groups.mjs'
import { collectPages } from './pages.mjs'
import { polishReference } from './polish.mjs'

const site = fileURLToPath(new URL('.', import.meta.url))
const root = join(site, '../..')
const [pages, out] = [join(site, 'pages'), join(site, 'dist')]

/** Settings of a page at its beginning. */
const frontmatter = /^---\n[\s\S]*?\n---\n+/

/** Runs a program of this folder, and ends if it fails. */
function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [join(site, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(1)
}

/**
 * The playground: the script of the worker that runs programs, and the document of its frame, which the page takes as text. The frame's policy
 * names its one script by a hash, so that no other script can run in it. Only the worker needs `unsafe-eval`; it inherits the policy.
 */
function buildPlayground() {
  const folder = join(pages, 'public/playground')
  const { outputFiles } = buildSync({
    entryPoints: [join(site, 'playground/program.js'), join(site, 'playground/frame.js')],
    outdir: folder,
    ...{ bundle: true, minify: true, format: 'iife', target: 'es2022', absWorkingDir: root, logLevel: 'error' },
    ...{ loader: { '.css': 'text' }, jsx: 'automatic', jsxImportSource: 'preact', write: false },
    alias: { 'osdi-events/mock': './mock-server/index.ts' },
  })
  const [program, frame] = outputFiles.map(({ text }) => text)
  const hash = `sha256-${createHash('sha256').update(frame).digest('base64')}`
  const html = readFileSync(join(site, 'playground/frame.html'), 'utf8')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'program.js'), program)
  writeFileSync(
    join(folder, 'frame.txt'),
    html.replace('/*HASH*/', hash).replace('/*SCRIPT*/', () => frame),
  )
}

for (const folder of [pages, out]) rmSync(folder, { recursive: true, force: true })
collectPages(root, pages)
buildPlayground()
if (!process.env.NO_REFERENCE) {
  run('typedoc/bin/typedoc', '--options', join(site, 'typedoc.json'), '--tsconfig', join(root, 'tsconfig.json'))
  polishReference(join(pages, 'reference'), purposes)
}
run('vitepress/bin/vitepress.js', 'build', site)

// For coding agents: a Markdown copy of each page, at its address with `.md` in place of `.html`.
for (const name of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.md') || name.startsWith('parts/')) continue
  mkdirSync(dirname(join(out, name)), { recursive: true })
  const text = readFileSync(join(pages, name), 'utf8')
  writeFileSync(join(out, name), name === 'index.md' ? text : text.replace(frontmatter, ''))
}
cpSync(join(root, 'llms.txt'), join(out, 'llms.txt'))

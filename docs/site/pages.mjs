import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, posix } from 'node:path'
import { deflateRawSync } from 'node:zlib'

/** Pages at the top of the site, by their files in the repository. */
const topPages = {
  'docs/internals.md': 'internals.md',
  'docs/CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  'SECURITY.md': 'security.md',
  'examples/README.md': 'examples/index.md',
  'docs/README.md': 'index.md',
  'README.md': 'index.md',
}

/** Place on the site of a file in the repository; undefined if the site does not have it. */
function placeOf(file) {
  if (topPages[file]) return topPages[file]
  const [, folder, name] = /^docs\/(guides|decisions)\/(.+)\.md$/.exec(file) ?? []
  if (folder) return `${folder}/${name === 'README' ? 'index' : name}.md`
  // A page shows the code of an example.
  return file.startsWith('examples/') ? `${file}.md` : undefined
}

/**
 * Collects the pages of the site from the files of the repository. Links between files become links between pages.
 *
 * @param {string} root the repository
 * @param {string} pages the folder for the pages
 */
export function collectPages(root, pages) {
  const written = new Set()
  /** Writes a page, and the pages of the examples that it links. */
  const write = (file) => {
    const place = placeOf(file)
    if (place === undefined || written.has(place)) return
    written.add(place)
    const text = readFileSync(join(root, file), 'utf8')
    const page = file.endsWith('.md') ? pageOf(root, text, file, link) : codePageOf(text, file)
    mkdirSync(dirname(join(pages, place)), { recursive: true })
    writeFileSync(join(pages, place), page)
  }
  /** The address of a linked file on the site. */
  const link = (target, from) => {
    const [path = '', anchor] = target.split('#')
    const file = posix.join(dirname(from), decodeURIComponent(path))
    if (!existsSync(join(root, file))) throw new Error(`${from} links ${target}, which is not there`)
    const place = statSync(join(root, file)).isDirectory() ? placeOf(`${file}/README.md`) : placeOf(file)
    const to = place ?? posix.join(dirname(placeOf(from)), path)
    if (place === undefined) {
      mkdirSync(dirname(join(pages, to)), { recursive: true })
      cpSync(join(root, file), join(pages, to))
    } else if (file.startsWith('examples/')) write(file)
    const relative = posix.relative(dirname(placeOf(from)), to)
    return `${relative.startsWith('.') ? '' : './'}${relative}${anchor ? `#${anchor}` : ''}`
  }
  for (const folder of ['docs/guides', 'docs/decisions'])
    for (const name of readdirSync(join(root, folder))) if (name.endsWith('.md')) write(`${folder}/${name}`)
  for (const file of Object.keys(topPages)) if (topPages[file] !== 'index.md') write(file)
  mkdirSync(join(pages, 'playground'))
  writeFileSync(join(pages, 'playground/index.md'), readFileSync(new URL('playground.md', import.meta.url)))
  mkdirSync(join(pages, 'parts'))
  mkdirSync(join(pages, 'public'))
  cpSync(new URL('logo.svg', import.meta.url), join(pages, 'public/logo.svg'))
  writeFileSync(
    join(pages, 'parts/first-program.md'),
    firstProgramOf(readFileSync(join(root, 'docs/guides/start.md'), 'utf8')),
  )
  writeFileSync(
    join(pages, 'index.md'),
    pageOf(root, readFileSync(new URL('index.md', import.meta.url), 'utf8'), 'docs/README.md', link),
  )
}

/** Escapes what VitePress would read as a component: `<` outside code, except of the HTML that pages use. */
const escaped = (line) =>
  line.replaceAll(/(`+)[\s\S]*?\1|<(?!\/?(?:picture|source|img|a|br|kbd)\b|!--|https?:)/g, (found) =>
    found === '<' ? '&lt;' : found,
  )

const fence = /^( *)(```+)/

/** The text of a page: with links between pages, and tabs for package managers and versions. */
function pageOf(root, text, file, link) {
  let end
  const lines = text.split('\n').map((line) => {
    const [, , ticks] = fence.exec(line) ?? []
    if (end) {
      if (ticks === end) end = undefined
      return line
    }
    if (ticks) {
      end = ticks
      return line
    }
    return escaped(line)
      .replaceAll(/\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g, (_, target) => `](${link(target, file)})`)
      .replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\.webp\)/g, (image, alt, path) => {
        const dark = `${path}-dark.webp`
        if (!existsSync(join(root, dirname(file), dark))) return image
        const shown = (name, theme) => `<img class="${theme}-only" src="${link(name, file)}" alt="${alt}">`
        return shown(`${path}.webp`, 'light') + shown(dark, 'dark')
      })
      .replaceAll(/(src(?:set)?)="(?![a-z]+:)([^"]+)"/g, (_, name, target) => `${name}="${link(target, file)}"`)
  })
  return `${frontmatterOf(file, text)}${withVersionTabs(withInstallTabs(withTryIt(lines.join('\n'))))}`
}

/** Guides with tables that need the room of the outline. */
const wideGuides = ['admin-api', 'assumptions', 'comparison', 'failures', 'runtimes', 'versions']

/** The first sentence of a page, without marks. Search engines show it. */
const firstSentenceOf = (text) => {
  const [, paragraph = ''] = /^# .+\n+([^#`|<\n-][\s\S]*?)\n\n/m.exec(text) ?? []
  const plain = paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]*\)|[`*]/g, '$1')
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0]
}

function frontmatterOf(file, text) {
  // The landing page has its own.
  if (text.startsWith('---\n')) return ''
  const name = /^docs\/guides\/(.+)\.md$/.exec(file)?.[1]
  const description = firstSentenceOf(text)
  const settings = {
    ...(description && { description }),
    ...(wideGuides.includes(name) && { aside: false, pageClass: `wide ${name}` }),
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
  return lines.length > 0 ? `---\n${lines.join('')}---\n\n` : ''
}

/** The first program of a guide, and its first output. The landing page shows them. */
function firstProgramOf(text) {
  const [, code] = /^```ts.*\n([\s\S]*?^```)$/m.exec(text) ?? []
  const [, output] = /^```text\n([\s\S]*?^```)$/m.exec(text) ?? []
  if (code === undefined || output === undefined) throw new Error('The first guide has no program with an output')
  // The page shows the name of the file above.
  return `\`\`\`js\n${code.replace(/^\/\/ .*\n/, '')}\n\n\`\`\`text\n$ npx osdi-events mock --preset action-network -- \\\n    node list-events.mjs\n${output}\n`
}

const languages = { '.mjs': 'js', '.cjs': 'js', '.sh': 'sh', '.py': 'python' }

const codePageOf = (text, file) => {
  const language = languages[extname(file)] ?? extname(file).slice(1)
  const name = posix.relative('examples', file)
  return `---\naside: false\npageClass: wraps examples\nprev: false\nnext: false\n---\n\n# ${name}\n\nFrom [the examples](${posix.relative(dirname(placeOf(file)), 'examples/index.md')}).\n\n\`\`\`\`${language} [${basename(file)}]\n${text}\`\`\`\`\n`
}

/** What a program of the playground can import. */
const inPlayground = /^osdi-events(?:\/v\d|\/mock)?$/

/** A program that needs only the package and its mock service gets a link to the playground. */
const withTryIt = (text) =>
  text.replaceAll(/^```ts\n([\s\S]*?)^```$/gm, (fence, code) => {
    const modules = [...code.matchAll(/from '([^']+)'/g)].map(([, name]) => name)
    const runs = modules.includes('osdi-events/mock') && modules.every((name) => inPlayground.test(name))
    if (!runs || /\bprocess\.|\bBuffer\b/.test(code)) return fence
    const packed = deflateRawSync(code, { level: 9 }).toString('base64url')
    return `${fence}\n\n[Try it](/playground/#code=${packed}){.try-it}`
  })

/** How each package manager adds packages. */
const managers = {
  npm: (dev, packages) => `npm install ${dev ? '--save-dev ' : ''}${packages.join(' ')}`,
  pnpm: (dev, packages) => `pnpm add ${dev ? '--save-dev ' : ''}${packages.join(' ')}`,
  yarn: (dev, packages) => `yarn add ${dev ? '--dev ' : ''}${packages.join(' ')}`,
  bun: (dev, packages) => `bun add ${dev ? '--dev ' : ''}${packages.join(' ')}`,
  deno: (dev, packages) => `deno add ${dev ? '--dev ' : ''}${packages.map((name) => `npm:${name}`).join(' ')}`,
}

/** A fence with `npm install` alone gets a tab for each package manager. */
const withInstallTabs = (text) =>
  text.replaceAll(/^```sh\nnpm (?:install|i) (.+)\n```$/gm, (_, args) => {
    const words = args.split(' ')
    const dev = words.some((word) => word === '-D' || word === '--save-dev')
    const packages = words.filter((word) => !word.startsWith('-'))
    const tabs = Object.entries(managers).map(([name, add]) => `\`\`\`sh [${name}]\n${add(dev, packages)}\n\`\`\``)
    return `::: code-group\n\n${tabs.join('\n\n')}\n\n:::`
  })

/** Neighbouring fences with titles, such as `ts [Version 2]` and `ts [Version 1]`, become tabs. */
const withVersionTabs = (text) =>
  text.replaceAll(
    /(?:^```ts \[Version \d\]\n[\s\S]*?^```\n\n?){2,}/gm,
    (fences) => `::: code-group\n\n${fences.trimEnd()}\n\n:::\n\n`,
  )

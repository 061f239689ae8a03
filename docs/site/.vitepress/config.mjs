import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { modules } from '../groups.mjs'

const site = join(dirname(fileURLToPath(import.meta.url)), '..')
const root = join(site, '../..')

/** Groups of guides, in the order of `docs/README.md`, which orders them in the repository too. */
function groupsOfGuides() {
  const groups = []
  for (const line of readFileSync(join(root, 'docs/README.md'), 'utf8').split('\n')) {
    const [, heading] = /^## (.+)/.exec(line) ?? []
    const [, text, path] = /^- \[([^\]]+)\]\(([^)#]+)\)/.exec(line) ?? []
    if (heading) groups.push({ text: heading, items: [] })
    else if (text) groups.at(-1)?.items.push({ text: text.replaceAll('`', ''), link: linkOf(path) })
  }
  // Pages about the project itself stand in a sentence: they are not in the navigation.
  return groups.filter(({ items }) => items.length > 0)
}

/** The address of a page that `docs/README.md` links. */
const linkOf = (path) => {
  const file = posix.normalize(posix.join('docs', path))
  const [, folder, name] = /^(?:docs\/)?(guides|examples)\/(.+)\.md$/.exec(file) ?? []
  if (folder) return `/${folder}/${name === 'README' ? '' : name}`
  return `/${posix.basename(file, '.md').toLowerCase()}`
}

const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Address of the repository; undefined until the package names one. */
const repositoryUrl = repository?.url?.replace(/^git\+|\.git$/g, '')

const reference = join(site, 'pages/reference/typedoc-sidebar.json')
const guides = groupsOfGuides()

/** The sidebar of the reference: modules and their classes. All else is on the page of its module. */
function sidebarOfModules(items) {
  const links = (each) => each.flatMap(({ text, link, items: below = [] }) => [{ text, link }, ...links(below)])
  const classes = links(items).filter(({ link }) => link?.includes('/classes/'))
  return modules.map((name) => {
    const link = `/reference/${name}/`
    const own = classes
      .filter((each) => each.link.startsWith(`${link}classes/`))
      .map((each) => ({ text: each.text, link: each.link.replace(/\.md$/, '') }))
    return { text: name, link, ...(own.length > 0 && { items: own, collapsed: name !== modules[0] }) }
  })
}

/** Stands in the search index before the name of a symbol, where nobody sees it. */
const symbolMark = '\u2060'

/** Headings of the reference that name a symbol. Method names are words that guides use too. */
const symbols = /(<h1[^>]*>(?:Class|Interface) |<h3[^>]*>)(?=\w)/g

/** The text of a page for the search. */
function searchedText(source, env, markdown) {
  const html = markdown.render(source, env)
  if (!/^reference\/.*\.md$/.test(env.relativePath)) return html
  const isModule = env.relativePath.endsWith('/index.md')
  return html.replaceAll(symbols, (start) => (isModule || start.startsWith('<h1') ? start + symbolMark : start))
}

/**
 * Words of the search index and of a query. The name of a symbol is one more word, with `=`, which only the whole name finds. A name that is also
 * a word, such as `Location`, counts as a name only with its capital. Runs in the page too, so it uses nothing from outside.
 */
const wordsOf = (term, field) => {
  const isName = field === undefined || term.startsWith('\u2060')
  const name = term.replaceAll('\u2060', '')
  const lower = name.toLowerCase()
  if (lower === '' || !isName) return lower
  if (field === undefined) return [...new Set([lower, `=${lower}`, `=${name}`])]
  return [lower, /[a-z][A-Z]|[A-Za-z]\d/.test(name) ? `=${lower}` : `=${name}`]
}

/** Anchors as the repository's host makes them, so that links work in both places. */
const slugify = (text) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const base = process.env.SITE_BASE ?? '/'

export default defineConfig({
  title: 'osdi-events',
  description:
    'The TypeScript SDK for the OSDI events API, which the Action Network offers, and a mock of the complete service.',
  lang: 'en',
  base,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['meta', { property: 'og:site_name', content: 'osdi-events' }],
    ['meta', { property: 'og:type', content: 'website' }],
  ],
  transformHead: ({ title, description }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
  ],
  srcDir: 'pages',
  // Parts of other pages.
  srcExclude: ['parts/**'],
  outDir: 'dist',
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  // Anything else may be a file of the repository that the site does not have.
  ignoreDeadLinks: [/^https?:\/\/(?:127\.0\.0\.1|localhost)/],
  themeConfig: {
    logo: { src: '/logo.svg', alt: '' },
    ...(repositoryUrl && { socialLinks: [{ icon: 'github', link: repositoryUrl }] }),
    nav: [
      { text: 'Guides', link: '/guides/start', activeMatch: '^/guides/' },
      { text: 'Playground', link: '/playground/' },
      { text: 'Examples', link: '/examples/', activeMatch: '^/examples/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: `v${version}`, link: '/changelog' },
    ],
    sidebar: {
      '/reference/': existsSync(reference) ? sidebarOfModules(JSON.parse(readFileSync(reference, 'utf8'))) : [],
      '/': guides,
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: searchedText,
        miniSearch: {
          options: { processTerm: wordsOf },
          searchOptions: {
            fuzzy: (term) => (term.startsWith('=') ? false : 0.15),
            prefix: (term) => !term.startsWith('='),
            boost: { title: 8, titles: 3, text: 1 },
            // The symbol that was asked for stands first, then guides, then other symbols.
            boostDocument: (id, term) => {
              if (term.startsWith('=')) return 1000
              return /\/(?:guides|playground)\//.test(id) ? 1 : 0.05
            },
          },
        },
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT. OSDI is the Open Supporter Data Interface.' },
  },
})

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
    if (heading) groups.push({ text: heading, items: [], ...(heading === 'Project' && { collapsed: true }) })
    else if (text) groups.at(-1)?.items.push({ text: text.replaceAll('`', ''), link: linkOf(path) })
  }
  return groups
}

/** The address of a page that `docs/README.md` links. */
const linkOf = (path) => {
  const file = posix.normalize(posix.join('docs', path))
  const known = { 'docs/CONTRIBUTING.md': '/contributing', 'docs/internals.md': '/internals' }
  if (known[file]) return known[file]
  const [, folder, name] = /^(?:docs\/)?(guides|decisions|examples)\/(.+)\.md$/.exec(file) ?? []
  if (folder) return `/${folder}/${name === 'README' ? '' : name}`
  return `/${posix.basename(file, '.md').toLowerCase()}`
}

const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Address of the repository; undefined until the package names one. */
const repositoryUrl = repository?.url?.replace(/^git\+|\.git$/g, '')

const reference = join(site, 'pages/reference/typedoc-sidebar.json')
const guides = groupsOfGuides()

/** The sidebar of the reference, from that of typedoc, which has a folder for each part of a name. */
function sidebarOfModules(items) {
  const found = new Map()
  const visit = (each, parent) => {
    for (const { text, link, items: below = [] } of each) {
      const name = parent ? `${parent}/${text}` : text
      if (!modules.includes(name)) continue
      if (link) found.set(name, { link, items: below.filter((item) => !modules.includes(`${name}/${item.text}`)) })
      visit(below, name)
    }
  }
  visit(items)
  return modules.flatMap((name) => {
    const module = found.get(name)
    return module ? [{ text: name, collapsed: name !== modules[0], ...withoutEndings(module) }] : []
  })
}

const withoutEndings = ({ link, items, ...rest }) => ({
  ...rest,
  ...(link && { link: link.replace(/\.md$/, '') }),
  ...(items && { items: items.map(withoutEndings) }),
})

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
        miniSearch: {
          searchOptions: {
            fuzzy: 0.15,
            prefix: true,
            boost: { title: 8, titles: 3, text: 1 },
            // Guides stand before symbols.
            boostDocument: (id) => (/\/(?:guides|playground)\//.test(id) ? 1 : 0.05),
          },
        },
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT. OSDI is the Open Supporter Data Interface.' },
  },
})

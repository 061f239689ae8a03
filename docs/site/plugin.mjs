import { copyFileSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Comment, CommentTag, Converter, ReflectionKind, RendererEvent } from 'typedoc'
import { groupOf, groups } from './groups.mjs'

const contents = resolve('docs/README.md')

/** The group of each page, by file: headings and links of `docs/README.md`, which thereby orders the guides in the repository and on the site. */
function groupsOfPages() {
  const found = new Map()
  let group
  for (const line of readFileSync(contents, 'utf8').split('\n')) {
    group = /^## (.+)/.exec(line)?.[1] ?? group
    const path = /^- \[[^\]]+\]\(([^)#]+)\)/.exec(line)?.[1]
    if (group && path) found.set(resolve(dirname(contents), path), group)
  }
  return found
}

/** @param {import('typedoc').Application} app */
export function load(app) {
  const pages = groupsOfPages()
  app.on('bootstrapEnd', () => {
    app.options.setValue('projectDocuments', [...pages.keys()])
    const ofMembers = ['Constructors', 'Methods', 'Properties', 'Accessors']
    app.options.setValue('groupOrder', [...new Set(pages.values()), 'Modules', ...groups, ...ofMembers])
  })

  // A page is called what its first heading says.
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page) => {
    const title = /^# (.+)/m.exec(page.content.map(({ text }) => text).join(''))?.[1]
    if (title) page.name = title.replaceAll('`', '')
    page.frontmatter.group = pages.get(page.project.files.getReflectionPath(page))
  })

  // For coding agents, which look for it at the top of a site.
  app.renderer.on(RendererEvent.END, ({ outputDirectory }) =>
    copyFileSync('llms.txt', join(outputDirectory, 'llms.txt')),
  )

  // What is exported stands beside what is used with it.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const exported of project.getReflectionsByKind(ReflectionKind.SomeExport)) {
      if (exported.parent?.kind !== ReflectionKind.Module) continue
      const path = project.getSymbolIdFromReflection(exported)?.packagePath ?? ''
      const described = exported.signatures?.[0] ?? exported
      described.comment ??= new Comment()
      described.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: groupOf(path) }]))
    }
  })
}

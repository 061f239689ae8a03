import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc'
import { MarkdownTheme, MarkdownThemeContext } from 'typedoc-plugin-markdown'
import { groupOf, groups, purposes } from './groups.mjs'

/** Modules are named as programs import them, and stand in this order. */
const specifiers = {
  src: 'osdi-events',
  'src/v2': 'osdi-events/v2',
  'src/v1': 'osdi-events/v1',
  'mock-server': 'osdi-events/mock',
  'mock-server/msw': 'osdi-events/mock/msw',
  'mock-server/node': 'osdi-events/mock/node',
  'mock-server/browser': 'osdi-events/mock/browser',
  'mock-server/standalone': 'osdi-events/mock/standalone',
  'explorer/mount': 'osdi-events/mock/explorer',
}

/** Lines of an example of a method that only make the client. The page of the class shows them once. */
const setUp = /^import \{ EventsV\d \} from 'osdi-events'\n\n|^const events = new EventsV\d\(.*\)\n\n?/gm

/** The parts of a comment up to the end of its first sentence; undefined if it has none. Links stay links, which typedoc resolves later. */
function firstSentenceOf(comment) {
  const parts = []
  const summary = comment?.summary ?? []
  for (const [index, part] of summary.entries()) {
    const isLast = index === summary.length - 1
    const sentence =
      part.kind === 'text' && (isLast ? /^[\s\S]*?[.;:](?=\s|$)/ : /^[\s\S]*?[.;:](?=\s)/).exec(part.text)
    if (sentence) return [...parts, { ...part, text: sentence[0].replace(/[;:]$/, '.') }]
    parts.push({ ...part })
  }
  return undefined
}

/** A parameter without a description gets that of its type. */
function describe(parameter) {
  const { type } = parameter
  const sentence = type?.type === 'reference' ? firstSentenceOf(type.reflection?.comment) : undefined
  if (sentence && !parameter.comment) parameter.comment = new Comment(sentence)
}

/** Version 2 stands before version 1. */
function newestFirst(names) {
  const place = (name) => {
    const twin = name.replace('V1', 'V2')
    return twin !== name && names.includes(twin) ? names.indexOf(twin) + 0.5 : names.indexOf(name)
  }
  return place
}

const heading = (level, text) => `${'#'.repeat(level)} ${text}`

const table = (headers, rows) =>
  [headers, headers.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Methods that nobody looks for: services refuse `delete`, and a language calls the others. They come last, and in no outline. */
const isAside = ({ kind, name }) =>
  kind === ReflectionKind.Method && (name === 'delete' || name === 'toJSON' || name.startsWith('['))

const asideLast = (children) => [...children.filter((each) => !isAside(each)), ...children.filter(isAside)]

/** The named sets of options in a type, such as `ListOptions` in `ListOptions & { people?: false }`. */
const optionsIn = (type) => {
  if (type?.type === 'intersection' || type?.type === 'union') return type.types.flatMap(optionsIn)
  const named = type?.type === 'reference' && type.name.endsWith('Options') && type.reflection
  return named?.children ? [named] : []
}

/** typedoc's pages, with what a reader looks for first at the beginning. */
class Context extends MarkdownThemeContext {
  constructor(...given) {
    super(...given)
    const { partials } = this
    const plain = { ...partials }

    partials.pageTitle = () => {
      const { name, kind } = this.page.model
      return kind === ReflectionKind.Module ? name : `${ReflectionKind.singularString(kind)} ${name}`
    }

    /** A module has tables of all it exports, by group, each with what has no page of its own below it. */
    partials.groups = (model, options) => {
      if (model.kind !== ReflectionKind.Module) return plain.groups(model, options)
      const parts = model.groups.flatMap(({ title, children }) => {
        const taken = children.filter((child) => child.isReference())
        const own = children.filter((child) => !child.isReference())
        return [
          heading(options.headingLevel, title),
          own.length > 0 && this.rowsOf(own, 'Name'),
          taken.length > 0 && taken.map((each) => this.linkTo(each.getTargetReflectionDeep())).join(' · '),
          partials.members(own, { headingLevel: options.headingLevel + 1, groupTitle: title }),
        ]
      })
      return parts.filter(Boolean).join('\n\n')
    }

    /** A class begins with what it is, and a table of its methods. */
    partials.memberWithGroups = (model, options) => {
      const methods = asideLast(model.children?.filter(({ kind }) => kind === ReflectionKind.Method) ?? [])
      const isClass = model.kindOf([ReflectionKind.Class, ReflectionKind.Interface])
      if (!isClass || methods.length < 2) return plain.memberWithGroups(model, options)
      const { comment } = model
      const begin = comment && partials.comment(comment, { headingLevel: options.headingLevel, showTags: false })
      model.comment = comment && new Comment([], comment.blockTags)
      const rest = plain.memberWithGroups(model, options)
      model.comment = comment
      return [begin, this.rowsOf(methods, 'Method'), rest].filter(Boolean).join('\n\n')
    }

    partials.members = (model, options) => {
      const [shown, aside] = [model.filter((each) => !isAside(each)), model.filter(isAside)]
      const parts = [plain.members(shown, options)]
      if (shown.length > 0 && aside.length > 0) parts.push(heading(options.headingLevel, 'Others'))
      parts.push(plain.members(aside, { ...options, headingLevel: options.headingLevel + 1 }))
      return parts.filter(Boolean).join('\n\n')
    }

    // Below "Constructors", the heading "Constructor" says nothing.
    partials.constructor = (model, { headingLevel }) =>
      model.signatures
        .map((signature) => partials.signature(signature, { headingLevel: headingLevel + 1 }))
        .join('\n\n')

    /** Options stand where they are taken. Overloads take the same, so the first is enough. */
    partials.parametersTable = (model) => {
      const signature = model[0]?.parent
      const overloads = signature?.parent?.signatures ?? []
      const earlier = overloads.slice(0, Math.max(0, overloads.indexOf(signature)))
      const seen = earlier.flatMap(({ parameters = [] }) => parameters.flatMap(({ type }) => optionsIn(type)))
      const named = model.flatMap(({ type }) => optionsIn(type)).filter((each) => !seen.includes(each))
      return [plain.parametersTable(model), ...named.map((each) => this.optionsOf(each))].filter(Boolean).join('\n\n')
    }
  }

  linkTo(reflection) {
    const name = reflection.name.replaceAll(/[[\]<>_*]/g, '\\$&')
    return this.router.hasUrl(reflection) ? `[${name}](${this.urlTo(reflection)})` : name
  }

  /** A row for each, with the first sentence of what it is. */
  rowsOf(reflections, header) {
    const rows = reflections.map((each) => {
      const comment = each.comment ?? each.signatures?.find((signature) => signature.comment)?.comment
      return [this.linkTo(each), this.sentenceOf(comment) ?? '-']
    })
    return table([header, 'Description'], rows)
  }

  sentenceOf(comment) {
    const text = comment && this.helpers.getDescriptionForComment(comment)
    return (
      text && (/^(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|[^`[])*?[.;:](?=\s|$)/.exec(text)?.[0] ?? text).replace(/[;:]$/, '.')
    )
  }

  optionsOf(named) {
    const everyCall = named.project.getChildByName(['osdi-events', 'CallOptions'])
    const common = new Set(everyCall?.children.map(({ name }) => name) ?? [])
    const own = named === everyCall ? [] : named.children.filter(({ name }) => !common.has(name))
    const shared = named.children.filter(({ name }) => common.has(name))
    const rows = own.map((each) => {
      const type = each.type ? this.partials.someType(each.type) : 'function'
      return [
        this.linkTo(each),
        type.replaceAll('\n', ' '),
        this.sentenceOf(each.comment ?? each.signatures?.[0]?.comment) ?? '-',
      ]
    })
    const names = shared.map((each) => this.linkTo(each)).join(', ')
    return [
      rows.length > 0 && table(['Option', 'Type', 'Description'], rows),
      names && `${rows.length > 0 ? 'And the options' : 'Options'} of every call: ${names}.`,
    ]
      .filter(Boolean)
      .join('\n\n')
  }
}

class Theme extends MarkdownTheme {
  getRenderContext(page) {
    return new Context(this, page, this.application.options)
  }
}

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.renderer.defineTheme('osdi-events', Theme)
  app.on('bootstrapEnd', () => {
    app.options.setValue('groupOrder', ['Modules', ...groups, 'Constructors', 'Methods', 'Properties', 'Accessors'])
  })

  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const specifier = specifiers[module.name.replace(/\/index$/, '')]
      if (!specifier) continue
      module.name = specifier
      module.comment ??= new Comment([{ kind: 'text', text: purposes[specifier] }])
    }
    // What is exported stands beside what is used with it.
    for (const exported of project.getReflectionsByKind(ReflectionKind.SomeExport)) {
      if (exported.parent?.kind !== ReflectionKind.Module) continue
      const origin = exported.isReference() ? exported.getTargetReflectionDeep() : exported
      const path = project.getSymbolIdFromReflection(origin)?.packagePath ?? ''
      const described = exported.signatures?.[0] ?? exported
      described.comment ??= new Comment()
      described.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: groupOf(path) }]))
    }
    for (const method of project.getReflectionsByKind(ReflectionKind.Method))
      for (const { comment } of method.signatures ?? [])
        for (const tag of comment?.blockTags ?? [])
          if (tag.tag === '@example') for (const part of tag.content) part.text = part.text.replaceAll(setUp, '')
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) describe(parameter)
  })

  // After typedoc has made the groups.
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const module of project.getReflectionsByKind(ReflectionKind.Module))
        for (const group of module.groups ?? []) {
          const place = newestFirst(group.children.map(({ name }) => name))
          group.children.sort((one, other) => place(one.name) - place(other.name))
        }
    },
    -1000,
  )
}

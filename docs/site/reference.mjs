import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc'
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

/** The first sentence of a comment. */
const firstSentenceOf = (comment) =>
  /^[\s\S]*?[.;:](?=\s|$)/.exec(Comment.combineDisplayParts(comment?.summary ?? []).trim())?.[0]

/** A parameter without a description gets that of its type. */
function describe(parameter) {
  const { type } = parameter
  const text = type?.type === 'reference' ? firstSentenceOf(type.reflection?.comment) : undefined
  if (text && !parameter.comment) parameter.comment = new Comment([{ kind: 'text', text }])
}

/** Version 2 stands before version 1. */
function newestFirst(names) {
  const place = (name) => {
    const twin = name.replace('V1', 'V2')
    return twin !== name && names.includes(twin) ? names.indexOf(twin) + 0.5 : names.indexOf(name)
  }
  return place
}

/** @param {import('typedoc').Application} app */
export function load(app) {
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
      const path = project.getSymbolIdFromReflection(exported)?.packagePath ?? ''
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

import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc'
import { groupOf, groups } from './groups.mjs'

/** Modules are named as programs import them. */
const specifiers = {
  src: 'osdi-events',
  'src/v1': 'osdi-events/v1',
  'src/v2': 'osdi-events/v2',
  'mock-server': 'osdi-events/mock',
  'mock-server/msw': 'osdi-events/mock/msw',
  'mock-server/node': 'osdi-events/mock/node',
  'mock-server/browser': 'osdi-events/mock/browser',
  'mock-server/standalone': 'osdi-events/mock/standalone',
  'explorer/mount': 'osdi-events/mock/explorer',
}

/** Lines of an example of a method that only make the client. The page of the class shows them once. */
const setUp = /^import \{ EventsV\d \} from 'osdi-events'\n\n|^const events = new EventsV\d\(.*\)\n\n?/gm

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.on('bootstrapEnd', () => {
    app.options.setValue('groupOrder', ['Modules', ...groups, 'Constructors', 'Methods', 'Properties', 'Accessors'])
  })

  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const specifier = specifiers[module.name.replace(/\/index$/, '')]
      if (specifier) module.name = specifier
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
  })
}

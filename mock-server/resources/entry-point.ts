import { cachedPage } from '../api/page.ts'
import { curiesText, fieldsText, type View } from '../api/view.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { entryPointValues } from '../rules/entry-point-values.ts'
import { type Handler, list, type Resource } from './resource.ts'

interface TitledLink {
  /** Path of the linked collection below the version's root. */
  readonly path: string
  readonly title: string
}

/** Collections that the mock service does not store (assumption `otherCollections`). */
const otherCollections = [
  ...['petitions', 'forms', 'fundraising_pages', 'donations', 'advocacy_campaigns', 'lists'],
  'campaigns',
] as const

/** The relation of a collection that the mock service does not store. */
const relationOf = (part: string, { namespace }: Dialect): string =>
  `${part === 'campaigns' ? namespace : 'osdi'}:${part}`

/** Links to the collections for every caller. The entry point of the real service has all these links. */
const linksFor = (dialect: Dialect): Readonly<Record<string, TitledLink>> => ({
  'osdi:people': { path: 'people', title: 'The collection of people' },
  'osdi:events': { path: 'events', title: 'The collection of events' },
  'osdi:person_signup_helper': { path: 'people', title: 'The person signup helper' },
  [`${dialect.namespace}:event_campaigns`]: { path: 'event_campaigns', title: 'The collection of event campaigns' },
  ...Object.fromEntries(
    otherCollections.map((path) => [
      relationOf(path, dialect),
      { path, title: `The collection of ${path.replaceAll('_', ' ')}` },
    ]),
  ),
})

const tags: TitledLink = { path: 'tags', title: 'The collection of tags' }

/** The entry point as JSON. Only with a valid API key, it has the link to tags. */
function entryPointText(view: View, perPage: number, isKnown: boolean): string {
  const { context, dialect, root } = view
  const below = Object.entries({ ...linksFor(dialect), ...(isKnown && { 'osdi:tags': tags }) })
  const links = {
    self: { href: `${root}/`, title: 'The entry point' },
    docs: { href: `${context.baseUrl}/docs/${dialect.version}`, title: 'Documentation' },
    ...Object.fromEntries(below.map(([relation, { path, title }]) => [relation, { href: `${root}/${path}`, title }])),
  }
  const linksText = JSON.stringify(links).slice(1, -1)
  const fields = fieldsText(view, dialect.fields.entryPoint, entryPointValues, { perPage })
  return `{${fields}"_links":{${linksText}${curiesText(view, 'resource')}}}`
}

/** Responds with an empty page, for a collection that the mock service does not store. */
const listOther: Handler = (call) =>
  cachedPage(call, {
    path: call.part,
    relation: relationOf(call.part, call.view.dialect),
    ...{ all: () => [], pathOf: () => '', text: () => '' },
  })

export const entryPoint = {
  operations: {
    'entryPoint.get': {
      method: 'GET',
      path: '',
      summary: 'Shows where everything is',
      response: 'EntryPoint',
      handle: ({ view, perPage }) => entryPointText(view, perPage, true),
      withoutKey: { accepts: () => true, handle: ({ view, perPage }) => entryPointText(view, perPage, false) },
    },
    'entryPoint.part': {
      ...list,
      path: otherCollections,
      isNotServed: ({ otherCollections }) => otherCollections === 'not served',
      summary: 'Returns an empty list, because the mock service does not store these',
      handle: listOther,
    },
  },
  shown: {
    EntryPoint: {
      table: 'entryPoint',
      hasTitles: true,
      links: (dialect) => ['docs', ...Object.keys(linksFor(dialect))],
      optionalLinks: () => ['osdi:tags'],
    },
  },
  lists: Object.fromEntries(
    otherCollections.map((part) => [part, { relation: (dialect: Dialect) => relationOf(part, dialect) }]),
  ),
} as const satisfies Resource

import { curiesText, fieldsText, type View } from '../api/view.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { entryPointFacts } from '../rules/entry-point-facts.ts'
import type { Resource } from './resource.ts'

interface TitledLink {
  /** Path of the linked collection below the version's root. */
  readonly path: string
  readonly title: string
}

/**
 * Links to the collections for every caller. The mock service does not serve some of them, but the entry point of the real service has all
 * these links.
 */
const linksFor = ({ namespace }: Dialect): Readonly<Record<string, TitledLink>> => ({
  'osdi:people': { path: 'people', title: 'The collection of people' },
  'osdi:events': { path: 'events', title: 'The collection of events' },
  'osdi:petitions': { path: 'petitions', title: 'The collection of petitions' },
  'osdi:forms': { path: 'forms', title: 'The collection of forms' },
  'osdi:fundraising_pages': { path: 'fundraising_pages', title: 'The collection of fundraising pages' },
  'osdi:donations': { path: 'donations', title: 'The collection of donations' },
  'osdi:advocacy_campaigns': { path: 'advocacy_campaigns', title: 'The collection of advocacy campaigns' },
  'osdi:lists': { path: 'lists', title: 'The collection of lists' },
  'osdi:person_signup_helper': { path: 'people', title: 'The person signup helper' },
  [`${namespace}:event_campaigns`]: { path: 'event_campaigns', title: 'The collection of event campaigns' },
  [`${namespace}:campaigns`]: { path: 'campaigns', title: 'The collection of campaigns' },
})

const tags: TitledLink = { path: 'tags', title: 'The collection of tags' }

/** The entry point as JSON. Only with a valid API key, it has the link to tags. */
function entryPointText(view: View, perPage: number, isKnown: boolean): string {
  const { context, dialect, root } = view
  const below = Object.entries({ ...linksFor(dialect), ...(isKnown && { 'osdi:tags': tags }) })
  const links = {
    self: { href: root, title: 'The entry point' },
    docs: { href: `${context.baseUrl}/docs/${dialect.version}`, title: 'Documentation' },
    ...Object.fromEntries(below.map(([relation, { path, title }]) => [relation, { href: `${root}/${path}`, title }])),
  }
  const linksText = JSON.stringify(links).slice(1, -1)
  const fields = fieldsText(view, dialect.fields.entryPoint, entryPointFacts, { perPage })
  return `{${fields}"_links":{${linksText}${curiesText(view, 'resource')}}}`
}

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
  },
  shown: {
    EntryPoint: {
      table: 'entryPoint',
      hasTitles: true,
      links: (dialect) => ['docs', ...Object.keys(linksFor(dialect))],
      optionalLinks: () => ['osdi:tags'],
    },
  },
} as const satisfies Resource

import type { Dialect, Field } from '../dialects/dialect.ts'
import { type Context, nativeIdentifier } from '../rules/context.ts'
import { type Fact, shownField } from '../rules/facts.ts'
import { isObject, type JsonObject } from '../text/json.ts'

/** What the writers of JSON need: the version's names, and the base address that the caller uses. */
export interface View {
  readonly context: Context
  readonly dialect: Dialect
  /** The beginning of all addresses of the version. */
  readonly root: string
  /** Embedded people as JSON, by id. A cache: an event of version 1 embeds the same person twice, and the events of a page share few people. */
  readonly people: Map<string, string>
}

/** The response itself has curies. A resource embedded in the response has none (v1 §2.4, v2 §2.5). */
export type Form = 'resource' | 'embedded'

export function viewOf(context: Context, dialect: Dialect): View {
  return { context, dialect, root: `${context.baseUrl}/api/${dialect.version}`, people: new Map() }
}

/** The links to documentation in the `_links` of a response (v1 §2.4, v2 §2.6). */
export function curiesOf({ context, dialect }: View): readonly JsonObject[] {
  const folder = context.assumptions.docsAddress === 'by version' ? `${dialect.version}/` : ''
  const href = `${context.baseUrl}/docs/${folder}{rel}`
  return ['osdi', dialect.namespace].map((name) => ({ name, href, templated: true }))
}

/** The address of a path below the version's root. Ids, prefixes and the service's own words need no encoding. */
export const addressOf = ({ root }: View, path: string): string => `${root}/${path}`

/** The path of a campaign (assumption `campaignLink`). */
export const campaignPath = ({ context }: View, id: string): string =>
  `event_campaigns/${context.assumptions.campaignLink === 'bare' ? id : nativeIdentifier(context, id)}`

/** A link as JSON. JSON escapes no character of the service's own addresses. */
export const linkText = (href: string): string => `{"href":"${href}"}`

/** Links as the members of `_links`, by their relations. Those without a path are left out. */
export const linksText = (view: View, paths: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(paths)
    .flatMap(([relation, path]) => (path === undefined ? [] : `"${relation}":${linkText(addressOf(view, path))}`))
    .join(',')

/** The curies of a response, as the last member of its `_links`. */
export const curiesText = (view: View, form: Form): string =>
  form === 'resource' ? `,"curies":${JSON.stringify(curiesOf(view))}` : ''

/** The functions that give the facts of a record. */
export type Shown<Item> = Readonly<Record<string, Fact<Item>>>

/** A resource as JSON: its fields, its links, and further members. Joined from texts, which is faster than writing an object. */
export const resourceText = <Item>(
  view: View,
  item: Item,
  form: Form,
  { fields, facts, links, rest = '' }: Parts<Item>,
): string => `{${fieldsText(view, fields, facts, item)}${rest}"_links":{${links}${curiesText(view, form)}}}`

interface Parts<Item> {
  readonly fields: readonly Field[]
  readonly facts: Shown<Item>
  readonly links: string
  /** Further members, each followed by a comma. */
  readonly rest?: string
}

/** The fields of a record as JSON, each followed by a comma (v1 §2.1, v2 §2.1). */
export function fieldsText<Item>({ context }: View, fields: readonly Field[], facts: Shown<Item>, item: Item): string {
  const { unset } = context.assumptions
  // Members of a location may have no value either.
  const replacer = unset === 'null' ? (_: string, value: unknown) => (value === undefined ? null : value) : undefined
  let text = ''
  for (const { label, show, members } of writtenFields(fields, facts)) {
    const value = show(item, context)
    if (value === undefined && unset === 'absent') continue
    const named = members && isObject(value) ? renamed(value, members) : value
    text += `${label}${JSON.stringify(named, replacer)},`
  }
  return text
}

interface WrittenField<Item> extends Pick<Field, 'members'> {
  /** The name of the field in quotes, and a colon. */
  readonly label: string
  readonly show: Fact<Item>
}

const written = new WeakMap<readonly Field[], readonly WrittenField<never>[]>()

/** The fields of a version, prepared for writing. Cached: a page writes each field many times. */
function writtenFields<Item>(fields: readonly Field[], facts: Shown<Item>): readonly WrittenField<Item>[] {
  // The fields of a table are always shown with the same facts.
  const known = written.get(fields) as readonly WrittenField<Item>[] | undefined
  if (known) return known
  const made = fields.map((field) => ({
    label: `"${field.wire}":`,
    show: shownField(field, facts),
    ...(field.members && { members: field.members }),
  }))
  written.set(fields, made as readonly WrittenField<never>[])
  return made
}

const renamed = (value: JsonObject, names: NonNullable<Field['members']>): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [names[name] ?? name, member]))

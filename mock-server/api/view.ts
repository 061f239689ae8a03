import type { Dialect, Field } from '../dialects/dialect.ts'
import { type Context, nativeIdentifier } from '../rules/context.ts'
import { type FieldValue, shownField } from '../rules/field-values.ts'
import { isObject, type JsonObject } from '../text/json.ts'

/** How a response shows data: in which version, and with which base address. */
export interface View {
  readonly context: Context
  readonly dialect: Dialect
  /** The address at the start of all links of the version. */
  readonly root: string
  /**
   * Cache of embedded people as JSON, by id. An event of version 1 embeds the same person twice, and many events of a page embed the same
   * people.
   */
  readonly people: Map<string, string>
}

/**
 * Where JSON of a resource stands. A `resource` is the whole response and has curies. An `embedded` resource has no curies (v1 §2.4, v2
 * §2.5).
 */
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

/** The address of a path below the version's root. Needs no encoding, because ids and path segments contain no special characters. */
export const addressOf = ({ root }: View, path: string): string => `${root}/${path}`

/** The path of a campaign (assumption `campaignLink`). */
export const campaignPath = ({ context }: View, id: string): string =>
  `event_campaigns/${context.assumptions.campaignLink === 'bare' ? id : nativeIdentifier(context, id)}`

/** A HAL link as JSON. The service's own addresses contain no character that JSON must escape. */
export const linkText = (href: string): string => `{"href":"${href}"}`

/** The members of `_links` as JSON. Leaves out relations without a path. */
export const linksText = (view: View, paths: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(paths)
    .flatMap(([relation, path]) => (path === undefined ? [] : `"${relation}":${linkText(addressOf(view, path))}`))
    .join(',')

/** The member `curies` of `_links` as JSON, with a comma before it. */
export const curiesText = (view: View, form: Form): string =>
  form === 'resource' ? `,"curies":${JSON.stringify(curiesOf(view))}` : ''

/** Functions that return the values of a record's fields. */
export type Shown<Item> = Readonly<Record<string, FieldValue<Item>>>

/**
 * A resource as JSON, with its fields, links and further members. Joins texts, because that is faster than `JSON.stringify` of an object.
 */
export const resourceText = <Item>(
  view: View,
  item: Item,
  form: Form,
  { fields, values, links, rest = '' }: Parts<Item>,
): string => `{${fieldsText(view, fields, values, item)}${rest}"_links":{${links}${curiesText(view, form)}}}`

interface Parts<Item> {
  readonly fields: readonly Field[]
  readonly values: Shown<Item>
  readonly links: string
  /** Further members as JSON, each followed by a comma. */
  readonly rest?: string
}

/** The fields of a record as JSON, each followed by a comma (v1 §2.1, v2 §2.1). */
export function fieldsText<Item>({ context }: View, fields: readonly Field[], values: Shown<Item>, item: Item): string {
  const { unset } = context.assumptions
  let text = ''
  for (const { label, show, members } of writtenFields(fields, values)) {
    const value = show(item, context)
    if (value === undefined && unset !== 'null') continue
    const named = members && isObject(value) ? renamed(value, members) : value
    text += `${label}${valueText(context, named)},`
  }
  return text
}

/** A value as JSON, where members without a value are as the assumption `unset` says. */
export const valueText = ({ assumptions }: Context, value: unknown): string =>
  JSON.stringify(value, assumptions.unset === 'null' ? orNull : undefined)

const orNull = (_: string, value: unknown): unknown => (value === undefined ? null : value)

interface WrittenField<Item> extends Pick<Field, 'members'> {
  /** The name of the field as JSON, followed by a colon. */
  readonly label: string
  readonly show: FieldValue<Item>
}

const written = new WeakMap<readonly Field[], readonly WrittenField<never>[]>()

/** Prepares the fields of a version for `fieldsText`. Caches the result, because a page shows each field many times. */
function writtenFields<Item>(fields: readonly Field[], values: Shown<Item>): readonly WrittenField<Item>[] {
  // The cache needs no key for `values`, because the same fields always have the same values.
  const known = written.get(fields) as readonly WrittenField<Item>[] | undefined
  if (known) return known
  const made = fields.map((field) => ({
    label: `"${field.wire}":`,
    show: shownField(field, values),
    ...(field.members && { members: field.members }),
  }))
  written.set(fields, made as readonly WrittenField<never>[])
  return made
}

const renamed = (value: JsonObject, names: NonNullable<Field['members']>): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [names[name] ?? name, member]))

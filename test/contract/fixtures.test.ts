import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import type { Json } from '../support/placeholders.ts'
import { fields } from './fields.ts'

type Members = { readonly [member: string]: Json }

const documentsOf = (version: string): Members[] =>
  readdirSync(new URL(`./documents/${version}`, import.meta.url))
    .filter((file) => /^(?:event|collection)-/.test(file))
    .map((file) => document(`${version}/${file.replace('.json', '')}`) as Members)

const at = (value: Json | undefined, path: string): Members[] =>
  path.split('/').reduce<Json[]>(
    (found, member) =>
      found.flatMap((each) => {
        const next = (each as Members)[member]
        return next === undefined ? [] : Array.isArray(next) ? (next as Json[]) : [next]
      }),
    value === undefined ? [] : [value],
  ) as Members[]

const paths = (value: Json | undefined, prefix = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((entry: Json) => paths(entry, prefix))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [prefix + name, ...paths(member, `${prefix}${name}.`)])
}

const seen = (resources: readonly Members[], without: RegExp = /^$/): string[] =>
  [...new Set(resources.flatMap((resource) => paths(resource)))].filter((path) => !without.test(path)).sort()

const eventsOf = (version: string): Members[] =>
  documentsOf(version).flatMap((json) => ('page' in json ? at(json, '_embedded/osdi:events') : [json]))
const collectionsOf = (version: string): Members[] => documentsOf(version).filter((json) => 'page' in json)
const inside = /^location\.|^_links|^_embedded$|^_embedded\.osdi:(creator|organizer)\.|\.href$/
const insidePage = /^_embedded\.osdi:events\.|^_embedded$|^_links$|\.(href|name|templated)$/
const insidePerson = /^_links$|^_links\.[^.]+\./

test('the fixtures hold every event field of the tables of version 1, and no other', () => {
  expect(seen(eventsOf('v1'), inside)).toEqual([...fields.v1.event].sort())
})

test('the fixtures hold every event field of the tables of version 2, and no other', () => {
  const nested = [
    ...fields.v2.reminder.map((name) => `reminders.${name}`),
    ...fields.v2.sponsor.map((name) => `platform:sponsor.${name}`),
  ]
  expect(seen(eventsOf('v2'), inside)).toEqual([...fields.v2.event, ...nested].sort())
})

for (const version of ['v1', 'v2'] as const) {
  test(`the fixtures hold every location field of the tables of ${version}, and no other`, () => {
    expect(seen(eventsOf(version).flatMap((event) => at(event, 'location')))).toEqual(
      [...fields[version].location].sort(),
    )
  })

  test(`the fixtures hold every link relation of the tables of ${version}, and no other`, () => {
    const links = eventsOf(version).flatMap((event) => at(event, '_links'))
    expect(seen(links, /(?<!curies)\.href$/)).toEqual([...fields[version].links].sort())
  })

  test(`the fixtures hold every collection field of the tables of ${version}, and no other`, () => {
    expect(seen(collectionsOf(version), insidePage)).toEqual([...fields[version].collection].sort())
  })
}

test('the fixtures hold every field and link of the embedded person of version 1, and no other', () => {
  const people = eventsOf('v1').flatMap((event) => [
    ...at(event, '_embedded/osdi:creator'),
    ...at(event, '_embedded/osdi:organizer'),
  ])
  expect(seen(people, insidePerson)).toEqual([...fields.v1.person].sort())
})

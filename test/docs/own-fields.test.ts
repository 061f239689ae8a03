import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { allFences } from '../support/fences.ts'

/** The name of an own field or relation with its prefix, as code writes it. Identifiers, such as `platform:<id>`, have no such name. */
const written =
  /['"`](?:platform|action_network):(?:event_campaign|event_campaign_id|event_instructions|hidden|sponsor|embed|person_id|event_id)['"`]/g

const readsOf = (code: string) => code.match(written) ?? []

const examples = readdirSync(`${root}examples`, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:[cm]?[jt]sx?|py|sh)$/.test(file) && !file.includes('node_modules'))
  .map((file) => ({ file: `examples/${file}`, code: readFileSync(`${root}examples/${file}`, 'utf8') }))
const fences = allFences()

test('the check for hard-coded prefixes in field names finds a prefix in a sample', () => {
  expect(examples.map(({ file }) => file)).toEqual(
    expect.arrayContaining([
      'examples/events-page/lib/site.ts',
      'examples/deno/agenda.ts',
      'examples/with-jest/events.test.ts',
    ]),
  )
  expect(fences.map(({ file }) => file)).toEqual(expect.arrayContaining(['llms.txt', 'docs/guides/other-services.md']))
  expect(readsOf(`event['platform:hidden'] && linkOf(event, "action_network:embed")`)).toHaveLength(2)
  expect(readsOf(`events.get('platform:c945d6fe')`)).toEqual([])
})

// Copied into a program for another service, it would read nothing, and publish what is hidden.
test.for(['examples', 'fences'] as const)(
  'no code in the %s reads a field with a hard-coded prefix, such as platform:hidden',
  (kind) => {
    const found = { examples, fences }[kind].flatMap(({ file, code }) =>
      readsOf(code).map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  },
)

test('examples that show events to visitors check that the events are public', () => {
  const shown = ['events-page/lib/site', 'json-endpoint', 'deno/agenda', 'bun/whats-new']
  for (const name of [...shown, 'tested-app/calendar'])
    expect(readFileSync(`${root}examples/${name}.ts`, 'utf8'), name).toMatch(/\bisPublic\b/)
})

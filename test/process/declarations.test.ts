import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { install, root } from '../support/built.ts'

const declarations = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.d.ts'))
  // Without comments, which contain examples.
  .map((file) => [file, readFileSync(join(root, 'dist', file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')] as const)

/** The wrong lines of all declarations, by file. */
const linesThat = (wrong: (line: string) => boolean) =>
  declarations.flatMap(([file, text]) =>
    text
      .split('\n')
      .filter(wrong)
      .map((line) => `${file}: ${line.slice(0, 200)}`),
  )

/** Lists of names may be long: the imports and exports of shared files. */
const isList = (line: string) => /^(?:import|export) (?:type )?\{/.test(line)

test('the built package has type declarations for every entry point', () => {
  expect(declarations.map(([file]) => file)).toEqual(expect.arrayContaining(['index.d.ts', 'v1.d.ts', 'v2.d.ts']))
})

test.for<[what: string, wrong: (line: string) => boolean]>([
  ['shows the schemas of responses and arguments', (line) => /zod|\bZod|\bz\./.test(line)],
  ['shows how requests are sent', (line) => /['"]ky['"]|\bKy[A-Z]/.test(line)],
  // The compiler prints an inferred type of nested objects in one line of thousands of characters.
  ['has a line of more than 400 characters', (line) => line.length > 400 && !isList(line)],
])('no type declaration of the built package %s', ([, wrong]) => {
  expect(linesThat(wrong)).toEqual([])
})

test('type declarations import only each other, Node and MSW', () => {
  const imported = declarations.flatMap(([, text]) => [...text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)])
  const others = imported.map(([, specifier = '']) => specifier).filter((name) => !/^\.\.?\//.test(name))
  expect([...new Set(others)].sort()).toEqual(['msw', 'msw/browser', 'msw/node'])
})

/** A program of both clients: the titles of both versions, and an event made and moved. */
const both = `
  import { EventsV1, EventsV2 } from 'osdi-events'
  const options = { baseUrl: 'https://events.example.org', apiKey: 'key', namespace: 'action_network' } as const
  const v1 = new EventsV1(options)
  const v2 = new EventsV2(options)
  export async function titles(): Promise<string[]> {
    const found: string[] = []
    for await (const event of v1.list()) found.push(event.summary, event.start ?? '', event.location?.locality ?? '')
    for await (const event of v2.list()) found.push(event.title, event.start_date ?? '', event.location?.locality ?? '')
    return found
  }
  export async function move(): Promise<string | null | undefined> {
    const old = await v1.create({ summary: 'Picnic', originating_system: 'Calendar', start: '2026-05-01T12:00:00' })
    await v1.update(old, { summary: 'Picnic, indoors' })
    const made = await v2.create({ title: 'Picnic', origin_system: 'Calendar', start_date: '2026-05-01T12:00:00' })
    return (await v2.update(made, { title: 'Picnic, indoors' }))['action_network:sponsor']?.title
  }
`

// The number of types does not depend on the load of the machine.
test('a program with both clients makes a compiler create at most 1500 types', () => {
  using project = install('ky', 'zod')
  const platform = ['--skipLibCheck', '--module', 'nodenext', '--lib', 'es2022,dom', '--extendedDiagnostics']
  const types = Number(/^Types: +(\d+)$/m.exec(project.compile(both, platform))?.[1])
  expect(types).toBeGreaterThan(0)
  expect(types).toBeLessThanOrEqual(1500)
})

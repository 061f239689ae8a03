// Prints how many files and functions a call runs through, and how often it goes from one file to another: what a reader has to follow.
//
//   node test/architecture/hops.ts
//
// Functions of `src` and `mock-server` are made to say that they are entered; nothing here is a gate.

import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import ts from 'typescript'
import { root } from '../support/alias.ts'
import { eventOf, pageOf } from '../support/client-answers.ts'

/** The text of a file whose functions say which file and function they are. */
function instrumented(path: string): string {
  const text = readFileSync(path, 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const edits: [at: number, insert: string][] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const body = node.body as ts.Node
      const say = `globalThis.entered?.(${JSON.stringify(relative(root, path))}, ${node.pos})`
      if (ts.isBlock(body)) edits.push([body.getStart() + 1, `${say};`])
      else edits.push([body.getStart(), `(${say}, (`], [body.end, '))'])
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  // From the end, so that places before stay where they are; of two at one place the inner one comes later.
  return edits
    .sort(([one], [other]) => other - one)
    .reduce((done, [at, insert]) => done.slice(0, at) + insert + done.slice(at), text)
}

const instrument: Plugin = {
  name: 'instrument',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/(?:src|mock-server)\/.*\.ts$/ }, ({ path }) => ({
      contents: instrumented(path),
      loader: 'ts',
    })),
}

const entries: [file: string, at: number][] = []
Object.assign(globalThis, { entered: (file: string, at: number) => void entries.push([file, at]) })

async function measure(name: string, call: () => Promise<unknown>): Promise<void> {
  // What is made when it is first asked for is made by then.
  await call()
  entries.length = 0
  await call()
  const files = new Set<string>()
  let [moves, returns, last] = [0, 0, '']
  for (const [file] of entries) {
    if (file !== last) {
      if (last) moves += 1
      if (files.has(file)) returns += 1
    }
    files.add(file)
    last = file
  }
  const functions = new Set(entries.map((entry) => entry.join(':'))).size
  console.log(`${name}: ${files.size} files, ${functions} functions, ${moves} moves between files (${returns} back)`)
  if (process.argv.includes('--files')) console.log([...files].map((file) => `  ${file}`).join('\n'))
}

const folder = await mkdtemp(join(tmpdir(), 'hops-'))

/** The modules of some entry points, instrumented, as they share what they hold. */
async function instrumentedModules(entryPoints: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const shared = {
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
  } as const
  await build({ ...shared, entryPoints, outdir: folder, absWorkingDir: root, plugins: [instrument] })
  const names = Object.keys(entryPoints)
  const modules = names.map(async (name) => [name, await import(pathToFileURL(join(folder, `${name}.mjs`)).href)])
  return Object.fromEntries(await Promise.all(modules))
}

async function measureClient({ EventsV2 }: typeof import('../../src/v2/index.ts')): Promise<void> {
  const event = eventOf('v2')
  const page = pageOf('v2', ['e1'])
  const answer = async (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
    Response.json(new Request(input, init).method === 'GET' ? page : event)
  const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'the-key', fetch: answer })
  await measure('list() to its first event', async () => {
    for await (const each of events.list()) return each
  })
  await measure('create()', () => events.create({ title: 'Picnic', origin_system: 'Calendar' }))
}

/** Over a socket, as a request comes to the standalone service. */
async function measureMock(
  { createMockService }: typeof import('../../mock-server/index.ts'),
  { serve }: typeof import('../../mock-server/standalone.ts'),
): Promise<void> {
  await using server = await serve(createMockService({ events: 6000 }))
  const headers = { 'OSDI-API-Token': server.keys.group ?? '', 'Content-Type': 'application/json' }
  const ask = async (query: string, init?: RequestInit) =>
    (await fetch(`${server.url}/api/v2/events${query}`, { headers, ...init })).text()
  let page = 1
  await measure('GET of a page, made anew', () => ask(`?page=${++page}`))
  await measure('GET of a page, kept', () => ask('?page=2'))
  const body = JSON.stringify({ title: 'Picnic', origin_system: 'Calendar', location: { postal_code: '89101' } })
  await measure('POST of an event', () => ask('', { method: 'POST', body }))
}

try {
  const { client, mock, standalone } = await instrumentedModules({
    client: 'src/v2/index.ts',
    mock: 'mock-server/index.ts',
    standalone: 'mock-server/standalone.ts',
  })
  await measureClient(client as Parameters<typeof measureClient>[0])
  await measureMock(mock as Parameters<typeof measureMock>[0], standalone as Parameters<typeof measureMock>[1])
} finally {
  await rm(folder, { recursive: true })
}

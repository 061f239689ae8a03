import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { install, root } from '../support/built.ts'
import { cli, start } from '../support/cli.ts'
import { allFences, isForPages, isProgram } from '../support/fences.ts'

// Every program of the pages, saved under its name beside the packed package, and run by the command that the page prints.

/** The output that a page shows for a program: the next fence behind it that is no command. A heading between them parts the two. */
function outputAfter(file: string, { saved, code }: { readonly saved: string; readonly code: string }) {
  const page = readFileSync(join(root, file), 'utf8')
  const after = page.slice(page.indexOf(code) + code.length + 4).replace(/^\n```ts \[Version 1\]\n[\s\S]*?^```\n/m, '')
  const [before = '', language, output] = after.split(/^```(?!sh)(\w+).*\n([\s\S]*?)^```$/m)
  const isParted = before.includes('\n#') && saved !== 'list-events.mjs'
  return language === 'text' && !isParted && !saved.endsWith('-v1.mjs') ? output : undefined
}

/** The flags of the mock in the command of a page that runs this program. */
function flagsFor(file: string, saved: string): string {
  const page = readFileSync(join(root, file), 'utf8').replaceAll(/ \\\n\s*/g, ' ')
  const command = new RegExp(`npx osdi-events mock (--[^\\n]*?)-- node ${saved.replaceAll('.', '\\.')}\\b`)
  return command.exec(page)?.[1]?.trim() ?? '--preset action-network'
}

const writes = /events\.(?:create\w*|update\w*|upserts?|recordAttendance)\(/

const programs = allFences()
  .filter(isProgram)
  .filter(({ file }) => !/\.tsx?$/.test(file))
  .map(({ file, saved, code }) => ({
    file,
    saved,
    code,
    flags: flagsFor(file, saved),
    shown: outputAfter(file, { saved, code }),
  }))
  // What writes comes last, so that the others print the same each time.
  .toSorted((a, b) => Number(writes.test(a.code)) - Number(writes.test(b.code)))

/** The program that a page tells to run again, to go on where it has stopped. */
const again = 'resume.mjs'

/** Runs programs behind one mock, two at once, and prints what became of each run as a line of JSON. */
const runner = `
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
const waiting = process.argv.slice(2)
async function run(name) {
  const child = spawn(process.execPath, [name], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  console.log(JSON.stringify({ name, code: await ended, stdout, stderr }))
}
async function work() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    await run(name)
    if (name === '${again}') await run(name)
  }
}
await Promise.all([work(), work()])
`

interface Result {
  readonly name: string
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}
const results = new Map<string, readonly Result[]>()
const project = install('ky', 'zod', 'msw', 'undici')
afterAll(() => project[Symbol.dispose]())

beforeAll(async () => {
  writeFileSync(join(project.folder, 'run-all.mjs'), runner)
  for (const { saved, code } of programs) writeFileSync(join(project.folder, saved), code)
  for (const flags of new Set(programs.map((each) => each.flags))) {
    const names = new Set(programs.filter((each) => each.flags === flags).map(({ saved }) => saved))
    const args = [
      cli,
      'mock',
      ...flags.split(' '),
      '--rate-limit',
      'off',
      '--',
      process.execPath,
      'run-all.mjs',
      ...names,
    ]
    const { stdout } = await start(process.execPath, args, {}, project.folder, 600_000).ended
    for (const line of stdout.split('\n').filter((each) => each.startsWith('{"name"'))) {
      const result: Result = JSON.parse(line)
      results.set(result.name, [...(results.get(result.name) ?? []), result])
    }
  }
}, 600_000)

/** A line without what differs from run to run: ids, moments and long numbers. */
const lasting = (line: string) =>
  line
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?/g, '<time>')

test('the pages have programs, and a name stands for one program', () => {
  expect(programs.length).toBeGreaterThan(30)
  const texts = Map.groupBy(programs, ({ saved }) => saved)
  for (const [saved, all] of texts) expect(new Set(all.map(({ code }) => code)).size, saved).toBe(1)
})

test('each program of a guide says the name of its file', () => {
  // The page of the assumptions is written from their table.
  const guides = allFences().filter(({ file }) => /^docs\/guides\/(?!assumptions)/.test(file))
  expect(guides.filter((each) => !each.saved && !isForPages(each))).toEqual([])
})

test('the README, the landing pages and Start have the same first program, with its output', () => {
  const first = programs.filter(({ saved }) => saved === 'list-events.mjs')
  expect(first.map(({ file }) => file)).toEqual(['README.md', 'docs/README.md', 'docs/guides/start.md'])
  expect(new Set(first.map(({ shown }) => shown)).size).toBe(1)
  expect(first[0]?.shown?.match(/\n/g)).toHaveLength(10)
  const sample = readFileSync(join(root, 'docs/site/playground/samples/01-list.ts'), 'utf8')
  expect(sample).toContain(first[0]?.code.replace(/^.*\n/, ''))
})

for (const [saved, [program, ...others]] of Map.groupBy(programs, ({ saved }) => saved)) {
  const { file, shown } = program as (typeof programs)[number]
  test(`${saved} of ${[file, ...others.map((other) => other.file)].join(', ')} runs as it stands`, () => {
    const runs = results.get(saved) ?? []
    expect(runs.map(({ code, stderr }) => ({ code, stderr: code === 0 ? '' : stderr }))).toEqual(
      Array.from({ length: saved === again ? 2 : 1 }, () => ({ code: 0, stderr: '' })),
    )
    if (shown === undefined) return
    const printed = runs[0]?.stdout.trimEnd().split('\n').map(lasting)
    const lines = shown.trimEnd().split('\n').map(lasting)
    // A last line of dots stands for the rest.
    const isCut = lines.at(-1) === '…'
    expect(isCut ? printed?.slice(0, lines.length - 1) : printed).toEqual(isCut ? lines.slice(0, -1) : lines)
  })
}

test(`two runs of ${again} print each event once, and leave no checkpoint`, () => {
  const printed = results.get(again)?.map(({ stdout }) => stdout.trimEnd().split('\n')) ?? []
  expect(printed.map(({ length }) => length)).toEqual([50, 10])
  expect(new Set(printed.flat()).size).toBe(60)
  expect(existsSync(join(project.folder, 'checkpoint.txt'))).toBe(false)
})

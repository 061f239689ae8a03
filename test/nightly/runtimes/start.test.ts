import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { started } from '../../support/cli.ts'
import { allFences } from '../../support/fences.ts'
import { installPacked } from '../../support/packed.ts'
import { installedAt, installRuntimes } from './drivers.ts'

vi.setConfig({ testTimeout: 60_000 })
installRuntimes()

/** An empty project, into which npm installed the tarball, with the program of Start. */
const project = installPacked()
afterAll(() => project[Symbol.dispose]())
const name = 'list-events.mjs'
const program = allFences().find(({ file, saved }) => file === 'docs/guides/start.md' && saved === name)?.code ?? ''
writeFileSync(join(project.folder, name), program)

const permissions = ['--node-modules-dir=manual', '--allow-env=EVENTS_API_KEY', '--allow-net=actionnetwork.org']
const { RUNTIMES } = process.env

/** Each runtime, or the named ones: the Node that runs `npx osdi-events`, and the command of the program. */
type Row = readonly [name: string, node: string, program: string, ...flags: readonly string[]]
const all: readonly Row[] = [
  ...['22', '24', '26'].map((line) => [`Node ${line}`, `node-${line}/bin/node`, `node-${line}/bin/node`] as const),
  ['Bun', 'node-22/bin/node', '.bin/bun'],
  ['Deno', 'node-22/bin/node', '.bin/deno', 'run', ...permissions],
]
const runtimes = all.filter(([name]) => RUNTIMES === undefined || RUNTIMES.split(',').includes(name))

test.for(runtimes)('the program of Start lists ten events of the mock on %s', async ([, node, path, ...flags]) => {
  const cli = join(project.folder, 'node_modules/osdi-events/dist/cli.js')
  const command = [installedAt(path), ...flags, name]
  await using run = started(installedAt(node), [cli, 'mock', '--preset', 'action-network', '--', ...command], {
    cwd: project.folder,
  })
  const { code, stdout, stderr } = await run.ended
  const events = stdout.split('\n').filter((line) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d \S/.test(line))
  expect([code, events.length, code === 0 ? '' : stderr]).toEqual([0, 10, ''])
})

import { existsSync, readFileSync } from 'node:fs'
import { createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { root } from '../../support/alias.ts'
import type { Verdict } from './checks/check.ts'
import { checks } from './checks/run.ts'
import { type Bench, benchOf, chromium, installRuntimes, processOf, workerd } from './drivers.ts'
import { pageOf, type Results } from './page.ts'
import { scriptServer } from './server.ts'

const { RUNTIMES } = process.env

/** Those that are tried: all, or the named ones. */
const isWanted = ({ name }: { readonly name: string }) => RUNTIMES === undefined || RUNTIMES.split(',').includes(name)

const runtimes = [
  processOf('Node 22', 'node-22/bin/node'),
  processOf('Node 24', 'node-24/bin/node'),
  processOf('Node 26', 'node-26/bin/node'),
  processOf('Bun', '.bin/bun'),
  processOf('Deno', '.bin/deno', 'run', '--allow-all', '--node-modules-dir=manual'),
  workerd,
  chromium,
].filter(isWanted)

installRuntimes()

let bench: Bench

beforeAll(async () => {
  bench = await benchOf()
})

// Without a bench, its own error is enough.
afterAll(() => bench?.[Symbol.dispose]())

const results: Results[] = []

for (const { name, run, version, require } of runtimes) {
  describe(name, () => {
    const verdicts = new Map<string, Verdict>()

    beforeAll(async () => {
      const page = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>'
      await using home = await scriptServer({ '/page.html': page, '/page.js': bench.page })
      await using foreign = await scriptServer()
      await using server = await serve(createMockService({ events: 60, perPage: 10 }), { cors: true })
      const mock = { url: server.url, key: server.keys.group }
      const settings = { home: home.url, foreign: foreign.url, mock, page: false }
      for (const verdict of await run(bench, settings)) verdicts.set(verdict.title, verdict)
      const [said = ''] = /\d+(?:\.\d+)+/.exec(await version(bench)) ?? []
      const requires = require && { requires: (await require(bench)) === 'function\n' }
      results.push({ name, version: said, verdicts, ...requires })
      console.log(`${name}: ${verdicts.size} checks on ${said}`)
    })

    for (const { title } of checks) {
      test(title, () => {
        expect(verdicts.get(title)).toEqual({ title })
      })
    }

    test.runIf(require)('the package can be loaded with require', () => {
      expect(results.at(-1)?.requires).toBe(true)
    })
  })
}

// After a change that is meant: npm run test:runtimes -- -u
test.runIf(RUNTIMES === undefined)('docs/guides/runtimes.md shows the results of this run', async () => {
  const file = `${root}docs/guides/runtimes.md`
  const system = /Chromium [\d.]+/g
  const page = pageOf(results)
  const [recorded] = (existsSync(file) && readFileSync(file, 'utf8').match(system)) || []
  // Chromium is the system's, and changes with it.
  const shown = recorded && !inject('update') ? page.replaceAll(system, recorded) : page
  await expect(shown).toMatchFileSnapshot(file)
})

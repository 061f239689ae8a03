import { beforeAll, describe, expect, test } from 'vitest'
import type { Verdict } from './checks/check.ts'
import { checks } from './checks/index.ts'
import { benchOf } from './drivers/bench.ts'
import { chromium } from './drivers/chromium.ts'
import { installRuntimes } from './drivers/installed.ts'
import { processOf } from './drivers/process.ts'
import { workerd } from './drivers/workerd.ts'
import { scriptServer } from './server.ts'

const runtimes = [
  processOf('Node 22', 'node-22/bin/node'),
  processOf('Node 24', 'node-24/bin/node'),
  processOf('Node 26', 'node-26/bin/node'),
  processOf('Bun', '.bin/bun'),
  processOf('Deno', '.bin/deno', 'run', '--allow-all', '--node-modules-dir=manual'),
  workerd,
  chromium,
]

installRuntimes()

for (const { name, run, version } of runtimes) {
  describe(name, () => {
    const verdicts = new Map<string, Verdict>()

    beforeAll(async () => {
      using bench = await benchOf()
      const page = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>'
      await using home = await scriptServer({ '/page.html': page, '/page.js': bench.page })
      await using foreign = await scriptServer()
      const settings = { home: home.url, foreign: foreign.url, page: false }
      for (const verdict of await run(bench, settings)) verdicts.set(verdict.title, verdict)
      console.log(`${name}: ${verdicts.size} checks on ${await version(bench)}`)
    })

    for (const { title } of checks) {
      test(title, () => {
        expect(verdicts.get(title)).toEqual({ title })
      })
    }
  })
}

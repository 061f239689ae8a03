import { createRequire } from 'node:module'
import type { Verdict } from '../checks/check.ts'
import { checks } from '../checks/run.ts'
import { installedAt, type Runtime } from './process.ts'

/** What is used of Miniflare, which is installed beside the project's own packages. */
interface Miniflare {
  dispatchFetch(url: string, init: object): Promise<Response>
  dispose(): Promise<void>
}

const require = createRequire(import.meta.url)

/** workerd: one worker for all checks, and every part of a check a request of its own. */
export const workerd: Runtime = {
  name: 'workerd',
  version: async () => `workerd ${require(installedAt('workerd/package.json')).version}`,
  run: async ({ worker }, settings) => {
    const { Miniflare } = require(installedAt('miniflare')) as { Miniflare: new (options: object) => Miniflare }
    const miniflare = new Miniflare({ modules: true, script: worker, compatibilityDate: '2026-07-01' })
    const verdictOf = async (title: string, part: number) => {
      const body = JSON.stringify({ settings, title, part })
      const response = await miniflare.dispatchFetch('http://checks.internal/', { method: 'POST', body })
      if (response.ok) return (await response.json()) as Verdict
      return { title, failure: `the worker answered ${response.status}: ${await response.text()}` }
    }
    try {
      const verdicts: Verdict[] = []
      for (const { title, parts } of checks) {
        let verdict: Verdict = { title }
        for (let part = 0; part < parts.length && !verdict.failure; part += 1) verdict = await verdictOf(title, part)
        verdicts.push(verdict)
      }
      return verdicts
    } finally {
      await miniflare.dispose()
    }
  },
}

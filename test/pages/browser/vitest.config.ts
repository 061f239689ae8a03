import { createReadStream } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { createMockService } from '../../../mock-server/index.ts'
import { type MockHttpServer, type ServeOptions, serve } from '../../../mock-server/standalone.ts'
import { olderMsw, ownNames, root } from '../../support/alias.ts'
import { chromiumOptions } from '../../support/chromium.ts'
import { writeFences } from '../../support/fences.ts'

writeFences()

/** What a page needs to reach a server that Node holds. */
interface Served {
  readonly url: string
  readonly keys: MockHttpServer['keys']
}

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    /** Serves a service of three seeded events, two on a page, in Node. */
    serve: (options: Pick<ServeOptions, 'cors'>) => Promise<Served>
    /** Closes what `serve` opened at this address. */
    closeServed: (url: string) => Promise<void>
  }
}

const open = new Map<string, MockHttpServer>()

const serveFor: BrowserCommand<[Pick<ServeOptions, 'cors'>]> = async (_, options): Promise<Served> => {
  const server = await serve(createMockService({ events: 3, perPage: 2 }), options)
  open.set(server.url, server)
  return { url: server.url, keys: server.keys }
}

const closeServed: BrowserCommand<[string]> = async (_, url): Promise<void> => {
  await open.get(url)?.close()
  open.delete(url)
}

/** Commands that pages of the tests can have Node do. */
const commands = { serve: serveFor, closeServed }

const inChromiumWith = (msw: 'msw' | 'msw-2'): TestProjectInlineConfiguration => ({
  root,
  cacheDir: `node_modules/.cache/vite-${msw}`,
  // Named beforehand: those found on the way would reload a page while it is tested.
  optimizeDeps: {
    include: [msw, `${msw}/browser`, 'ky', 'zod/mini', 'preact', 'preact/hooks', 'preact/jsx-dev-runtime'],
  },
  resolve: { alias: msw === 'msw' ? ownNames : [...ownNames, olderMsw] },
  plugins: [
    {
      // The build makes texts of them too.
      name: 'styles of the explorer as texts',
      enforce: 'pre',
      async resolveId(source, importer) {
        if (!source.endsWith('.css') || !importer?.includes('/explorer/')) return undefined
        const resolved = await this.resolve(source, importer, { skipSelf: true })
        return resolved && `${resolved.id}?inline`
      },
    },
    {
      name: 'files of the page',
      configureServer: ({ middlewares }) => {
        const answer = (path: string, status: number, type: string, file?: string) =>
          middlewares.use(path, (_, response) => {
            response.writeHead(status, { 'Content-Type': type })
            if (file) createReadStream(`${root}${file}`).pipe(response)
            else response.end()
          })
        answer('/mockServiceWorker.js', 200, 'text/javascript', `node_modules/${msw}/lib/mockServiceWorker.js`)
        answer('/asset.txt', 200, 'text/plain', 'LICENSE')
      },
    },
  ],
  test: {
    name: msw === 'msw' ? 'MSW 3' : 'MSW 2',
    include: ['test/pages/browser/**/*.test.ts', 'test/mock/msw-version.test.ts', 'test/docs/fences/*.page.test.ts'],
    provide: { msw: msw === 'msw' ? 3 : 2 },
    // What is waited for in vain is named, and slow machines are waited for.
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      commands,
      screenshotFailures: false,
      provider: playwright({ launchOptions: chromiumOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
})

export default defineConfig({ root, test: { projects: [inChromiumWith('msw'), inChromiumWith('msw-2')] } })

import { createMockService } from 'osdi-events/mock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allFences, type Fence, fileNameOf, isForPages, isProgram } from '../support/fences.ts'
import { otherService } from '../support/other-service.ts'
import { flyingTime } from '../support/virtual-time.ts'

const fences = allFences()

/** The services that examples speak to, at the addresses they name. */
const services = () => {
  const generic = createMockService({ baseUrl: 'https://events.example.org', events: 60 })
  const network = createMockService({ baseUrl: 'https://actionnetwork.org', namespace: 'action_network', events: 60 })
  for (const service of [generic, network]) {
    const { group } = service.seeded.group
    for (const token of ['key', 'a-key-of-the-service']) service.addKey(group ? { group, token } : { token })
  }
  const bearer = otherService({
    baseUrl: 'https://events.example.net',
    apiPath: '/api/v2',
    keyHeader: 'Authorization',
    key: 'Bearer a-key-of-the-service',
    namespace: 'crm',
  })
  return [generic, network, bearer]
}

beforeEach(() => {
  // Most examples send no request.
  let known: ReturnType<typeof services> | undefined
  const { fetch: network } = globalThis
  for (const name of ['EVENTS_API_KEY', 'ACTION_NETWORK_API_KEY']) vi.stubEnv(name, 'a-key-of-the-service')
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    // Servers that an example starts itself.
    if (/^http:\/\/(?:127\.0\.0\.1|localhost):/.test(url)) return network(input, init)
    known ??= services()
    const service = known.find(({ baseUrl }) => url.startsWith(`${baseUrl}/`))
    return service ? service.fetch(input, init) : Promise.reject(new TypeError('fetch failed'))
  })
  for (const method of ['log', 'table', 'warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue(undefined)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('the README, llms.txt, the guides and the docstrings have TypeScript examples', () => {
  const files = fences.map(({ file }) => file)
  expect(files).toEqual(expect.arrayContaining(['README.md', 'llms.txt']))
  expect(files.some((file) => file.startsWith('docs/guides/'))).toBe(true)
  expect(files).toContain('src/v2/events.ts')
  expect(fences.filter(isForPages).map(({ file }) => file)).toContain('docs/guides/testing.md')
})

/** Whether a rate limit slows a fence down: that of the preset, or of a check. Its waits need no real time, unless it starts a server. */
const isRateLimited = ({ code }: Fence) => /actionNetwork|checkService/.test(code) && !code.includes('mock/standalone')

/** Fences that are tests are run beside this file, programs of the pages by `test/programs`, those for browsers by `npm run test:browser`. */
const isRunHere = (fence: Fence) =>
  !fileNameOf(fence).endsWith('.test.ts') && !isForPages(fence) && !(isProgram(fence) && fence.file.endsWith('.md'))

for (const fence of fences.filter(isRunHere)) {
  test(`the example at ${fence.file}:${fence.line} runs`, async () => {
    using _ = isRateLimited(fence) ? flyingTime() : undefined
    await import(`./fences/${fileNameOf(fence).replace(/\.ts$/, '')}.ts`)
  })
}

test('the client of the guide to other services sends its key behind Bearer', async () => {
  const [fence] = fences.filter(({ saved }) => saved === 'bearer.mjs')
  if (!fence) throw new Error('The guide has no bearer.mjs')
  const { events } = await import(`./fences/${fileNameOf(fence).replace(/\.ts$/, '')}.ts`)
  expect(await events.checkKey()).toBe(true)
})

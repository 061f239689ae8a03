import { createMockService } from 'osdi-events/mock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allFences, type Fence, fileNameOf, isForPages } from '../support/fences.ts'
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
  const key = 'a-key-of-the-service'
  const osdi = { apiPath: '/dc/osdi', keyHeader: 'OSDI-API-Token', key, namespace: 'crm' }
  const others = [
    { ...osdi, baseUrl: 'https://crm.example.org' },
    { ...osdi, baseUrl: 'https://osdi.example.net', apiPath: '/api/v1', namespace: 'sample', relativeLinks: true },
    {
      ...osdi,
      baseUrl: 'https://events.example.net',
      apiPath: '/api/v2',
      keyHeader: 'Authorization',
      key: `Bearer ${key}`,
    },
  ]
  return [generic, network, ...others.map(otherService)]
}

beforeEach(() => {
  const known = services()
  const { fetch: network } = globalThis
  for (const name of ['EVENTS_API_KEY', 'ACTION_NETWORK_API_KEY']) vi.stubEnv(name, 'a-key-of-the-service')
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    // Servers that an example starts itself.
    if (/^http:\/\/(?:127\.0\.0\.1|localhost):/.test(url)) return network(input, init)
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

test.for(['README.md', 'docs/README.md', 'docs/guides/start.md'])(
  'the first example of %s sends only GET requests',
  (file) => {
    const first = fences.find((fence) => fence.file === file)
    expect(first?.code).toContain('events.list(')
    expect(first?.code).not.toMatch(/\.(?:create|update)\(/)
  },
)

/** Whether a rate limit slows a fence down: that of the preset, or of a check. Its waits need no real time, unless it starts a server. */
const isRateLimited = ({ code }: Fence) => /actionNetwork|checkService/.test(code) && !code.includes('mock/standalone')

// Fences that are tests themselves are run beside this file, those for pages by npm run test:browser.
for (const fence of fences.filter((each) => !fileNameOf(each).endsWith('.test.ts') && !isForPages(each))) {
  test(`the example at ${fence.file}:${fence.line} runs`, async () => {
    using _ = isRateLimited(fence) ? flyingTime() : undefined
    await import(`./fences/${fileNameOf(fence).replace(/\.ts$/, '')}.ts`)
  })
}

/** Runs the example of a guide that contains a text, and returns what it logs. */
async function logOf(file: string, text: string): Promise<unknown[]> {
  const [fence, ...others] = fences.filter((each) => each.file === file && each.code.includes(text))
  if (!fence || others.length > 0) throw new Error(`${file} has not one example with ${text}`)
  vi.resetModules()
  await import(`./fences/${fileNameOf(fence).replace(/\.ts$/, '')}.ts`)
  return vi.mocked(console.log).mock.calls.map((line) => line.join(' '))
}

test('the examples of the guide to other services read services at /dc/osdi and /api/v1, and one with a Bearer key', async () => {
  const guide = 'docs/guides/other-services.md'
  const titles = ['Picnic', 'Fair', 'Walk'].map((title, index) => `e${index + 1} ${title}`)
  expect(await logOf(guide, 'osdi.example.net')).toEqual([...titles, ...titles])
  vi.mocked(console.log).mockClear()
  expect(await logOf(guide, 'Bearer')).toEqual(['true'])
  vi.mocked(console.log).mockClear()
  expect(await logOf(guide, 'fairs.report')).toEqual(['Fair', 'ignored'])
})

test('the example of a few pages in each run says whether the list has ended', async () => {
  const logged = await logOf('docs/guides/read.md', 'report.pages < maxPages')
  expect(logged).toHaveLength(62)
  expect(logged.filter((line) => line === 'false' || line === 'true')).toEqual(['false', 'true'])
  expect(logged.at(-1)).toBe('true')
})

test('the example of the cursor logs undefined until a run is complete', async () => {
  const logged = await logOf('docs/guides/keep-a-copy.md', 'this run is not complete')
  expect(logged.slice(1, 2)).toEqual([''])
  expect(logged.at(-1)).toMatch(/^\{"osdi":1,"changes":"https:\/\//)
})

test('the example of upserts creates each row once', async () => {
  expect(await logOf('docs/guides/keep-a-copy.md', 'events.upserts()')).toEqual(['Picnic created', 'Fair created'])
})

import type { Claim } from './claim.ts'

/** Neither its README nor its declarations speak of it. */
const none = { says: 'nothing found' }

/** What can only be read, not tried, and where it is written: in a file of the package that is tried, or at an address. */
export const documented: readonly Claim[] = [
  {
    id: 'limit',
    row: 'Time limit where none is set',
    cells: {
      'osdi-events': {
        says: '30 s for an attempt, 120 s for a call',
        address: 'errors-and-limits.md#time-limits',
      },
      octokit: {
        says: 'none; an option is documented, see above',
        file: 'README.md',
        phrase: 'sets a request timeout',
      },
      stripe: { says: '80 s for an attempt', file: 'README.md', phrase: '| `timeout`           | 80000' },
      openai: { says: '10 min for an attempt', file: 'README.md', phrase: 'Requests time out after 10 minutes' },
      ketting: none,
      'osdi-client': none,
    },
  },
  {
    id: 'bound',
    row: 'Who bounds the wait for `Retry-After`',
    cells: {
      'osdi-events': {
        says: 'the caller: `maxRetryAfter`, 60 s',
        address: 'errors-and-limits.md#retries',
      },
      octokit: {
        says: 'the caller: a function says whether to wait',
        file: '../@octokit/plugin-throttling/README.md',
        phrase: 'Return `true` to automatically retry',
      },
      stripe: { says: 'not waited for' },
      openai: {
        says: 'fixed at 60 s; beyond it, a wait of its own',
        file: 'client.mjs',
        phrase: 'timeoutMillis > 60 * 1000',
      },
      ketting: { says: 'not waited for' },
      'osdi-client': { says: 'not waited for' },
    },
  },
  {
    id: 'types',
    row: 'Types of what comes back',
    cells: {
      'osdi-events': {
        says: 'of every field, and checked at run time',
        address: 'errors-and-limits.md#seven-errors',
      },
      octokit: {
        says: 'of every field, generated',
        file: 'README.md',
        phrase: 'have extensive TypeScript declarations',
      },
      stripe: { says: 'of every field, generated', file: 'README.md', phrase: 'Stripe maintains types for the latest' },
      openai: { says: 'of every field, generated', file: 'README.md', phrase: "doesn't validate at runtime" },
      ketting: {
        says: 'the ones you name, `any` otherwise',
        file: 'dist/resource.d.ts',
        phrase: 'class Resource<T = any>',
      },
      'osdi-client': { says: 'none', file: 'package.json', phrase: '"main": "index.js"' },
    },
  },
  {
    id: 'union',
    row: 'Errors told apart',
    cells: {
      'osdi-events': {
        says: 'a union by a literal `code`, exhaustive in a `switch`',
        address: 'errors-and-limits.md#seven-errors',
      },
      octokit: {
        says: '`instanceof` and `status`',
        file: '../@octokit/request-error/dist-types/index.d.ts',
        phrase: 'class RequestError extends Error',
      },
      stripe: { says: '`instanceof`, or `type`, a `string`', file: 'esm/Error.d.ts', phrase: 'readonly type: string' },
      openai: {
        says: '`instanceof`, with literal `status`',
        file: 'core/error.d.ts',
        phrase: 'APIError<404, Headers>',
      },
      ketting: {
        says: '`instanceof` and `status`',
        file: 'dist/http/error.d.ts',
        phrase: 'class HttpError extends Error',
      },
      'osdi-client': { says: "superagent's, untyped", file: 'README.md', phrase: 'Relies on `superagent`' },
    },
  },
  {
    id: 'source',
    row: 'Made from',
    cells: {
      'osdi-events': { says: "the interface's documents, by hand" },
      octokit: {
        says: "the service's OpenAPI document",
        file: 'README.md',
        phrase: 'are generated automatically from',
      },
      stripe: { says: "the service's OpenAPI document", file: 'OPENAPI_VERSION', phrase: 'v' },
      openai: { says: "the service's OpenAPI document", file: 'README.md', phrase: 'It is generated from our' },
      ketting: { says: 'media types: HAL, JSON:API, Siren and more', file: 'readme.md', phrase: '* [HAL][hal]' },
      'osdi-client': {
        says: "the service's entry point, as it runs",
        file: 'README.md',
        phrase: 'Will parse the app entry point',
      },
    },
  },
  {
    id: 'webhooks',
    row: 'Verifies webhooks',
    cells: {
      'osdi-events': { says: 'no: the interface has none' },
      octokit: { says: 'yes', file: 'README.md', phrase: 'The `app.webhooks.*` APIs provide' },
      stripe: { says: 'yes', file: 'README.md', phrase: 'Webhook signing' },
      openai: { says: 'yes', file: 'README.md', phrase: '## Webhook Verification' },
      ketting: none,
      'osdi-client': none,
    },
  },
  {
    id: 'mock',
    row: 'A service to test against',
    cells: {
      'osdi-events': {
        says: 'in the package, with state and faults',
        address: 'mock-service.md',
      },
      octokit: { says: 'a package of its own: recorded answers', address: 'https://github.com/octokit/fixtures' },
      stripe: {
        says: "a program of its own: fixed answers; the service's test mode",
        address: 'https://github.com/stripe/stripe-mock',
      },
      openai: none,
      ketting: none,
      'osdi-client': none,
    },
  },
  {
    id: 'runtimes',
    row: 'Runtimes that are stated',
    cells: {
      'osdi-events': {
        says: 'Node 22.12, Deno, Bun, Workers; browsers when allowed',
        address: 'promises.md#how-it-is-tested',
      },
      octokit: { says: 'Node 20, Deno, browsers', file: 'README.md', phrase: 'Works in all modern browsers' },
      stripe: {
        says: 'Node 20, Deno; entries for Bun and Workers',
        file: 'README.md',
        phrase: 'LTS versions of **Node.js 20+**',
      },
      openai: {
        says: 'Node 22, Deno, Bun, Workers, Vercel Edge; browsers when allowed',
        file: 'README.md',
        phrase: 'The following runtimes are supported',
      },
      ketting: { says: 'Node 16, browsers', file: 'readme.md', phrase: 'both work in the browser and in Node.js' },
      'osdi-client': { says: 'Node, browsers', file: 'README.md', phrase: 'Works in the browser and in node' },
    },
  },
]

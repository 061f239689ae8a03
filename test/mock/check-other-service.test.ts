import { type CheckOptions, type CheckReport, checkService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { otherService } from '../support/other-service.ts'

const key = 'a-key-of-the-service'
const own = { baseUrl: 'https://events.example.org', namespace: 'crm', key }

const kinds = [
  [{ ...own, apiPath: '/dc/osdi', keyHeader: 'OSDI-API-Token' }, { apiPath: '/dc/osdi/' }],
  [{ ...own, apiPath: '/api/v1', keyHeader: 'OSDI-API-Token' }, { apiPath: '/api/v1' }],
  [{ ...own, apiPath: '/api/v2', keyHeader: 'X-Api-Key' }, { keyHeader: 'X-Api-Key' }],
  [
    { ...own, apiPath: '/', keyHeader: 'Authorization' },
    { apiPath: '/', keyHeader: 'Authorization' },
  ],
] as const

for (const [kind, options] of kinds) {
  const { apiPath, keyHeader } = kind
  test(`checkService checks a service at ${apiPath} with the key in ${keyHeader}, and sends nothing outside`, async () => {
    const { baseUrl, namespace, fetch, requests, root } = otherService(kind)
    const report = await checkService({ baseUrl, namespace, apiKey: key, fetch, rateLimit: undefined, ...options })
    expect(report).toMatchObject({ baseUrl, apiPath, api: 'v2', complete: true })
    expect(report.findings).toContainEqual(expect.objectContaining({ assumption: 'notFound', service: 404 }))
    expect(report.findings).toContainEqual(expect.objectContaining({ assumption: 'invalidKey', service: 401 }))
    expect(requests.length).toBeGreaterThan(5)
    expect(requests.filter(({ url }) => !url.startsWith(`${root}/`))).toEqual([])
    const others = ['api-key', 'osdi-api-token'].filter((name) => name !== keyHeader.toLowerCase())
    expect(requests.filter(({ headers }) => others.some((name) => headers.has(name)))).toEqual([])
    expect(JSON.stringify(report)).not.toContain(key)
  })
}

test('checkService refuses a wrong apiPath or keyHeader, and a report of another apiPath, and sends nothing', async () => {
  const sent: unknown[] = []
  const fetch = async (input: unknown) => Promise.reject(sent.push(input))
  const resume = { ...own, apiPath: '/dc/osdi', api: 'v2', findings: [] } as unknown as CheckReport
  const wrong: readonly (readonly [field: string, options: Partial<CheckOptions>])[] = [
    ...[
      '',
      'dc/osdi',
      '//evil.example.org',
      '/a/../b',
      '/a/%2e%2e/b',
      '/a%2fb',
      '/a%5cb',
      '/a b',
      '/a?b',
      '/a#b',
      '/a\\b',
    ].map((apiPath) => ['apiPath', { apiPath }] as const),
    ...['', 'a b', 'a:b', 'ä', '__proto__'].map((keyHeader) => ['keyHeader', { keyHeader }] as const),
    ['resume.apiPath', { resume, namespace: 'crm' }],
  ]
  for (const [field, options] of wrong) {
    const error: unknown = await checkService({
      ...{ baseUrl: own.baseUrl, apiKey: key, fetch: fetch as typeof globalThis.fetch },
      ...options,
    }).catch((thrown: unknown) => thrown)
    expect(error, JSON.stringify(options)).toMatchObject({ name: 'MockServiceError', code: 'option', field })
  }
  expect(sent).toEqual([])
})

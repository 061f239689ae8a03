import {
  type Assumptions,
  actionNetwork,
  type CheckReport,
  checkService,
  createMockService,
  defaultAssumptions,
  type MockServiceOptions,
} from 'osdi-events/mock'
import { expect, test } from 'vitest'

/** A report of a service, as it comes from a file. */
async function reportOf(options: MockServiceOptions, assumed: Partial<Assumptions> = {}): Promise<CheckReport> {
  const { baseUrl, fetch, seeded, assumptions: _ } = createMockService({ events: 30, ...options })
  const { namespace = 'platform' } = options
  const apiKey = seeded.group.token
  const writes = { email: 'tester@example.net' }
  return JSON.parse(
    JSON.stringify(
      await checkService({ baseUrl, fetch, apiKey, namespace, rateLimit: undefined, writes, assumptions: assumed }),
    ),
  )
}

test('createMockService with a report of a check takes what was found different, and nothing else', async () => {
  const flips = { notFound: 403, order: 'newest first', nullInPut: 'ignored', methodNotAllowed: 400 } as const
  const report = await reportOf({ assumptions: { ...flips, scope: 'key' } })
  const { assumptions } = createMockService({ assumptions: report })
  expect(assumptions).toEqual({ ...defaultAssumptions, ...flips })
})

test('createMockService with a report that was compared with a preset is the preset, and what was found different', async () => {
  const { assumptions: preset } = actionNetwork
  const options = { ...actionNetwork, assumptions: { ...preset, rateLimit: 'off', notFound: 403 } } as const
  const { assumptions } = createMockService({ assumptions: await reportOf(options, preset) })
  expect(assumptions).toEqual({ ...defaultAssumptions, ...preset, notFound: 403 })
})

test('createMockService with a report keeps the assumed setting where no setting fits what the check found', async () => {
  const report = await reportOf({})
  const findings = report.findings.map(({ service: _, ...finding }) => ({
    ...finding,
    ...(finding.assumption === 'notFound' && { outcome: 'different' as const, note: 'status 410' }),
  }))
  expect(createMockService({ assumptions: { ...report, findings } }).assumptions.notFound).toBe(404)
})

const finding = {
  assumption: 'notFound',
  title: 'x',
  mock: 404,
  shownBy: 'GET',
  outcome: 'different',
  service: 403,
} as const

test.each<[field: string, findings: unknown]>([
  ['assumptions.findings', 'none'],
  ['assumptions.findings[0]', [null]],
  ['assumptions.findings[1].assumption', [finding, { ...finding, assumption: 'toString' }]],
  ['assumptions.findings[0].mock', [{ ...finding, mock: undefined }]],
  ['assumptions.findings[0].outcome', [{ ...finding, outcome: 'same' }]],
  ['assumptions.findings[0].service', [{ ...finding, service: 'SECRET' }]],
  ['assumptions.findings[0].note', [{ ...finding, note: 5 }]],
  ['assumptions.findings[0].colour', [{ ...finding, colour: 'red' }]],
])('createMockService refuses a report with a wrong %s by name', (field, findings) => {
  const make = () => createMockService({ assumptions: { findings } as unknown as CheckReport })
  expect(make).toThrow(expect.objectContaining({ name: 'MockServiceError', code: 'option', field }))
  expect(make).not.toThrow(/SECRET/)
})

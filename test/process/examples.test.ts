import { expect, test } from 'vitest'
import { runExample, servedService } from '../support/example.ts'

// Each test starts a program of its own.

const program = 'list-all-events.ts'

test('the main example lists every event in both versions, and creates, updates, re-reads and asks to delete one', async () => {
  const { stdout, stderr } = await runExample(program)
  expect(stdout.match(/^60 events on 3 pages$/gm)).toHaveLength(2)
  expect(stdout).toMatch(/^TITLE +LOCAL START +PLACE +RSVPS$/m)
  expect(stdout).toMatch(/^.+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}.+, [A-Z]{2} +\d+$/m)
  expect(stdout).toMatch(/^created {2}\S+ {2}Park clean-up, 2026-06-20T10:00:00$/m)
  expect(stdout).toMatch(/^re-read {2}\S+ {2}Park clean-up, with lunch, 2026-06-20T11:00:00$/m)
  expect(stdout).toMatch(/^delete {3}refused, as documented: DELETE https:\/\/\S+ answered 405: .+$/m)
  expect(stderr).toBe('')
})

test('the main example lists the service that the environment names, in either version, and writes nothing to it', async () => {
  await using served = await servedService({ events: 30, namespace: 'action_network' })
  const env = { ...served.env, EVENTS_NAMESPACE: 'action_network' }
  const runs = [await runExample(program, [], { ...env, EVENTS_VERSION: 'v1' }), await runExample(program, [], env)]
  for (const { stdout } of runs) {
    expect(stdout).toMatch(/^30 events on 2 pages$/m)
    expect(stdout).not.toContain('created')
  }
  const asked = served.service.requests.map(({ method, path }) => `${method} ${path}`)
  expect(asked).toEqual(['v1', 'v1', 'v2', 'v2'].map((version) => `GET /api/${version}/events`))
})

test('the main example says which setting is missing', async () => {
  const { stderr } = await runExample(program, [], { EVENTS_BASE_URL: 'https://events.example.org' })
  expect(stderr).toContain('EVENTS_API_KEY is not')
})

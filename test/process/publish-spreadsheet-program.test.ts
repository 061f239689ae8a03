import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { runExample, servedService } from '../support/example.ts'

// Each test starts programs of its own.

const program = 'publish-spreadsheet/main.ts'
const own = `${root}examples/publish-spreadsheet/events.csv`

test('the program that publishes a sheet reports each row, in any time zone, and creates nothing twice', async () => {
  await using served = await servedService()
  served.service.faults.add({ operation: 'events.create', nth: 1, effect: { kind: 'reset' } })
  const first = await runExample(program, [own], { ...served.env, TZ: 'Pacific/Auckland' })
  expect(first).toMatchObject({ code: 1, stderr: '' })
  expect(first.stdout).toMatch(/^row 2 {2}unsure .*: POST .*\nrow 3 {2}created .*\n.*\n2 of 3 rows are published\n$/)
  const second = await runExample(program, [own], { ...served.env, TZ: 'America/Los_Angeles' })
  expect(second.code).toBe(0)
  expect(second.stdout).toMatch(
    /^row 2 {2}created {3,}2026-01 {2}Park clean-up {2}\S+\n(?:.* unchanged .*\n){2}3 of 3 /,
  )
  const created = served.service.requests.matching({ operation: 'events.create', status: 200 })
  expect(created).toHaveLength(3)
  expect(created.at(-1)?.body).toMatchObject({ start_date: '2026-06-20T10:00:00' })
})

test('the program that publishes a sheet exits with 2 where nothing was published, without the key', async () => {
  await using served = await servedService()
  const env = { ...served.env, EVENTS_API_KEY: 'a-key-of-nobody' }
  const { code, stdout, stderr } = await runExample(program, [own], env)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^GET \S+ answered 403: .+\n$/)
  expect(stderr).not.toContain('a-key-of-nobody')
  expect((await runExample(program, ['no-such.csv'], served.env)).code).toBe(2)
})

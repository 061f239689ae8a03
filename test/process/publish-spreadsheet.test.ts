import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { runExample, servedService } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

const program = 'publish-spreadsheet/main.ts'
const sheet = `${root}examples/publish-spreadsheet/events.csv`

test('the publish-spreadsheet example prints the result of each row, in any time zone, and creates no event twice', async () => {
  await using served = await servedService()
  served.service.faults.add({ operation: 'events.create', nth: 2, when: 'after', effect: { kind: 'reset' } })
  const first = await runExample(program, [sheet], { ...served.env, TZ: 'Pacific/Auckland' })
  expect([first.code, first.stdout]).toEqual([1, expect.stringMatching(/^created {2}Park clean-up {2}\S+\n$/)])
  expect(first.stderr).toMatch(/^not finished, run it again: POST .+\n$/)
  const second = await runExample(program, [sheet], { ...served.env, TZ: 'America/Los_Angeles' })
  expect(second).toMatchObject({ code: 0, stderr: '' })
  expect(second.stdout).toMatch(/^unchanged {2}Park .+\nunchanged {2}Seed .+\ncreated {2}Night .+\n$/)
  const created = served.service.requests.matching({ operation: 'events.create' })
  expect(created).toHaveLength(3)
  expect(created[0]?.body).toMatchObject({ start_date: '2026-06-20T10:00:00' })
})

test('the publish-spreadsheet example prints one line without the key when it fails', async () => {
  await using served = await servedService()
  const env = { ...served.env, EVENTS_API_KEY: 'a-key-of-nobody' }
  const { code, stdout, stderr } = await runExample(program, [sheet], env)
  expect([code, stdout]).toEqual([1, ''])
  // Running it again does not help.
  expect(stderr).toMatch(/^not finished: GET \S+ answered 403: .+\n$/)
  expect(stderr).not.toContain('a-key-of-nobody')
  const missing = await runExample(program, ['no-such.csv'], served.env)
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/^ENOENT: .+no-such\.csv'\n$/)])
})

test('the publish-spreadsheet example names invalid rows, and publishes the others', async () => {
  await using served = await servedService()
  await using folder = await temporaryFolder()
  const file = folder.file('events.csv')
  const [heading = '', ...rows] = readFileSync(sheet, 'utf8')
    .replaceAll(/,(?=\S)/g, ';')
    .split('\n')
  writeFileSync(file, [heading, rows[0]?.replace('2026-06-20 10:00', '06/07/2026'), ...rows.slice(2)].join('\n'))
  const partly = await runExample(program, [file], served.env)
  expect([partly.code, partly.stdout]).toEqual([1, expect.stringMatching(/^created {2}Night walk .+\n$/)])
  expect(partly.stderr).toMatch(/events\.csv, line 2: start: "06\/07\/2026" can be two days; write [^\n]+\n$/)
  writeFileSync(file, 'id;title\n7;Fest\n')
  served.service.requests.clear()
  const wrong = await runExample(program, [file], served.env)
  expect([wrong.code, wrong.stdout]).toEqual([2, ''])
  expect(wrong.stderr).toMatch(/^\S+events\.csv has no column start, [^\n]+ It names id, title\.\n$/)
  expect(served.service.requests).toEqual([])
})

test('the publish-spreadsheet example refuses a file that is not UTF-8 with exit code 2, and sends nothing', async () => {
  await using served = await servedService()
  await using folder = await temporaryFolder()
  writeFileSync(folder.file('events.csv'), Buffer.from('id,title\n7,F\u00eate\n', 'latin1'))
  const { code, stdout, stderr } = await runExample(program, [folder.file('events.csv')], served.env)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(
    /^\S+events\.csv is not UTF-8 \(line 2, byte 4\)\. In Excel, save the sheet as "CSV UTF-8[^\n]+\n$/,
  )
  expect(served.service.requests).toEqual([])
})

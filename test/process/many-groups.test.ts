// @module-tag night
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../examples/many-groups/database.ts'
import { addGroups } from '../../examples/many-groups/sync.ts'
import { runExample } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { manyGroups, randomFrom, rulesOf } from '../support/many-groups.ts'
import { startPostgres } from '../support/postgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres?.[Symbol.asyncDispose]())

test('the many-groups example commits the end of a job, the following job and the copied events in one transaction', async () => {
  await using folder = await temporaryFolder()
  const database = await openDatabase(postgres?.database() ?? folder.file('data'))
  const { boss } = database
  await addGroups(database, ['a', 'b'], 60)
  // A later worker adds nothing.
  await addGroups(database, ['a', 'b'], 60)
  const states = async () => (await boss.findJobs('groups', { key: 'a' })).map(({ state }) => state).sort()
  const [job] = (await boss.fetch<{ group: string }>('groups', { batchSize: 2 })).filter(
    ({ data }) => data.group === 'a',
  )
  if (!job) throw new Error('no job')
  expect(await states()).toEqual(['active'])
  const write = (fails: boolean) =>
    database.transaction(async (db) => {
      await db.executeSql("insert into events values ('a', $1, '{}')", ['1'])
      await boss.complete('groups', job, null, { db })
      await boss.send('groups', { group: 'a' }, { db, singletonKey: 'a' })
      if (fails) throw new Error('in the middle')
    })
  await expect(write(true)).rejects.toThrow('in the middle')
  expect(await states()).toEqual(['active'])
  // While it is active, there is no second one.
  expect(await boss.send('groups', { group: 'a' }, { singletonKey: 'a' })).toBeNull()
  await write(false)
  expect(await states()).toEqual(['completed', 'created'])
  const { rows } = await boss.getDb().executeSql('select id from events', [])
  expect(rows).toEqual([{ id: '1' }])
  await database.close()
})

test('the many-groups example loses no event and doubles no event when its workers are killed, and keeps the rate limit of each key', async () => {
  // The nightly run kills more.
  const kills = postgres ? 5 : 2
  await using many = await manyGroups({ groups: 10, events: 100, expire: 4, atOnce: 3, latency: 5 }, postgres)
  const seed = Number(process.env.SEED) || 20_261
  const random = randomFrom(seed)
  const killing = many.killAt(kills, () => ({ requests: 3 + Math.floor(random() * 7), ms: random() * 300 }))
  for (let workers = postgres ? 3 : 1; workers > 0; workers -= 1) many.start()
  await many.upToDate()
  await killing.over()
  await many.end('SIGTERM')
  const copy = await many.compared()
  const rules = rulesOf(many.log)
  console.table({
    seed,
    on: postgres ? 'Postgres' : 'PGlite',
    kills: killing.count(),
    requests: many.log.length,
    ...copy,
    ...rules,
  })
  expect(copy).toEqual({ listed: 1000, copied: 1000, lost: 0, stale: 0, doubled: 0 })
  expect(killing.count()).toBe(kills)
  expect(rules.refused).toBe(0)
  expect(rules.most).toBeLessThanOrEqual(4)
  // Another worker comes after a second's rest, and after all that the one before had asked for.
  if (postgres) expect(rules.between).toBeGreaterThan(900)
}, 120_000)

test('the many-groups example refuses a file of keys that is not UTF-8, with its line and byte', async () => {
  await using folder = await temporaryFolder()
  const file = folder.file('keys.json')
  writeFileSync(file, Buffer.from('{\n"Fête": "key" }', 'latin1'))
  const env = { EVENTS_BASE_URL: 'https://events.example.org', DATABASE_URL: folder.file('data') }
  const stderr = `${file} is not UTF-8 (line 2, byte 3); save it as UTF-8\n`
  expect(await runExample('many-groups/main.ts', [file], env)).toMatchObject({ code: 2, stdout: '', stderr })
})

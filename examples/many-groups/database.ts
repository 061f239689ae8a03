import { PGlite } from '@electric-sql/pglite'
import { type Db, fromPglite, PgBoss } from 'pg-boss'

/** The queue and the copy, in one database: what belongs together is written in one transaction. */
export interface Database {
  readonly boss: PgBoss
  /** Runs statements in a transaction, which an error rolls back. Calls of pg-boss join it by the option `db`. */
  transaction<Result>(run: (db: Db) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const tables = [
  'create table if not exists groups (id text primary key, turn integer not null default 0, checkpoint text, since text)',
  'create table if not exists events (group_id text references groups, id text, json json, primary key (group_id, id))',
]

/** Opens the Postgres at an address, or the embedded one in a folder, which is for one worker alone. */
export async function openDatabase(address: string): Promise<Database> {
  const pglite = address.includes('://') ? undefined : await PGlite.create(address)
  const at = pglite ? { db: fromPglite(pglite), backend: 'pglite' as const } : { connectionString: address }
  // How often it looks for jobs whose worker has died: every minute without this.
  const boss = new PgBoss({ ...at, superviseIntervalSeconds: 2, monitorIntervalSeconds: 2 })
  boss.on('error', (error) => console.error(error.message))
  await boss.start()

  const transaction: Database['transaction'] = async (run) => {
    if (pglite) return pglite.transaction((open) => run({ executeSql: (text, values) => open.query(text, values) }))
    const open = await boss.getDb().beginTransaction?.()
    if (!open) throw new Error('no transactions here')
    try {
      const result = await run(open.db)
      await open.commit()
      return result
    } catch (error) {
      await open.rollback()
      throw error
    }
  }
  await transaction(async (db) => {
    // Workers that start at once must not make the same table twice.
    await db.executeSql('select pg_advisory_xact_lock(1)', [])
    for (const table of tables) await db.executeSql(table, [])
  })
  return { boss, transaction, close: () => boss.stop({ timeout: 10_000 }).then(() => pglite?.close()) }
}

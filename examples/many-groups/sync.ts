import { type EventsV2, type EventV2, eventsOf, idOf, responseOf } from 'osdi-events'
import type { Database } from './database.ts'

const queue = 'groups'
type Place = Readonly<Record<'checkpoint' | 'since', string | null>>
const retries = { retryLimit: 1_000_000, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 }

/** Gives each group a job if it has none: `exclusive` takes one job of a group, waiting or active. Any worker may do it at any time. */
export async function addGroups({ boss, transaction }: Database, groups: readonly string[], expireInSeconds: number) {
  await boss.createQueue(queue, { policy: 'exclusive', expireInSeconds, deleteAfterSeconds: 3600, ...retries })
  await transaction(async (db) => {
    const add = 'insert into groups (id) select value from json_array_elements_text($1::json) on conflict do nothing'
    await db.executeSql(add, [JSON.stringify(groups)])
    await boss.insert(
      queue,
      groups.map((group) => ({ singletonKey: group, data: { group } })),
      { db },
    )
  })
}

interface Settings {
  /** The client of a group, with its rate limit. The key is in no job. */
  readonly clientOf: (group: string) => EventsV2
  /** Jobs that this worker does side by side. */
  readonly atOnce?: number
  /** Pages of a job: no more than a key may ask for in a second. */
  readonly pages?: number
  /** Seconds between two looks for changes. */
  readonly every?: number
}

/** Works on jobs until the database is closed. */
export async function work({ boss, transaction }: Database, settings: Settings) {
  const { clientOf, atOnce = 8, pages = 4, every = 600 } = settings
  const options = { localConcurrency: atOnce, pollingIntervalSeconds: 0.5 }
  await boss.work<{ group: string }>(queue, options, async ([job]) => {
    if (!job) return
    const { group } = job.data
    const find = 'select turn, checkpoint, since from groups where id = $1'
    const { turn, ...place } = (await boss.getDb().executeSql(find, [group])).rows[0]
    const { events, checkpoint, since } = await read(clientOf(group), place, pages, job.signal)
    const byId = Object.fromEntries(events.map((event) => [idOf(event), event]))

    await transaction(async (db) => {
      // A worker that was too slow stops here: another one has done its job meanwhile.
      const go =
        'update groups set turn = turn + 1, checkpoint = $3, since = $4 where id = $1 and turn = $2 returning id'
      const { rows } = await db.executeSql(go, [group, turn, checkpoint, since])
      if (rows.length === 0) throw new Error(`${group}: another worker was faster`)
      const put = `insert into events select $1, key, value from json_each($2::json)
        on conflict (group_id, id) do update set json = excluded.json`
      await db.executeSql(put, [group, JSON.stringify(byId)])
      await boss.complete(queue, job, null, { db })
      // A second's rest keeps the key below its rate, whichever worker goes on.
      await boss.send(queue, { group }, { db, singletonKey: group, startAfter: checkpoint === null ? every : 1 })
    })
    console.log(`${group}: ${events.length} events${checkpoint === null ? ', up to date' : ''}`)
  })
}

/** The next pages of the first list, while it has a checkpoint, or what changed since; and the place behind them. */
async function read(client: EventsV2, { checkpoint, since }: Place, maxPages: number, signal: AbortSignal) {
  const events: EventV2[] = []
  if (since !== null && checkpoint === null) {
    const changes = client.changes({ since, signal })
    for await (const event of changes) events.push(event)
    return { events, checkpoint, since: changes.cursor ?? since }
  }
  const list = client.list({ resume: checkpoint ?? undefined, maxPages, signal }).pages()
  for await (const page of list) {
    events.push(...eventsOf(page))
    // Changes count from the list's beginning, by the service's clock.
    since ??= new Date(responseOf(page).headers.get('date') ?? Date.now()).toISOString()
  }
  if (list.report.complete) return { events, checkpoint: null, since }
  // A list that ends before all events came is read again.
  if (list.report.pages < maxPages) return { events, checkpoint: null, since: null }
  return { events, checkpoint: list.checkpoint, since }
}

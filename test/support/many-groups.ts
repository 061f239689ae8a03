import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import type { MockService } from 'osdi-events/mock'
import { PgBoss } from 'pg-boss'
import { openDatabase } from '../../examples/many-groups/database.ts'
import { root } from './alias.ts'
import { temporaryFolder } from './folder.ts'
import type { Postgres } from './postgres.ts'
import { served } from './served.ts'

/** A request that the server received: the key's group, the worker, begin and end in milliseconds, and the status of the response. */
export interface Seen {
  readonly group: string
  readonly worker: number
  readonly begin: number
  end: number
  status: number
}

/** Statements that record every committed write of a row in the copy. */
const audit = [
  'create table written (group_id text, id text)',
  `create function note() returns trigger language plpgsql as
    $$ begin insert into written values (new.group_id, new.id); return null; end $$`,
  'create trigger noted after insert or update on events for each row execute function note()',
]

/** Runs queries on a database: on a server at any time, in a folder only while no worker runs. */
async function queriesOn(address: string) {
  const database = await openDatabase(address)
  for (const statement of audit) await database.boss.getDb().executeSql(statement, [])
  await database.close()
  type Rows = readonly Readonly<Record<string, string>>[]
  if (!address.includes('://')) {
    const query = async (text: string): Promise<Rows> => {
      const pglite = await PGlite.create(address)
      try {
        return (await pglite.query<Readonly<Record<string, string>>>(text)).rows
      } finally {
        await pglite.close()
      }
    }
    return { query, end: async () => {} }
  }
  // Does not supervise: only the workers may recover the jobs of dead workers.
  const boss = await new PgBoss({ connectionString: address, supervise: false, schedule: false, max: 4 }).start()
  const query = async (text: string): Promise<Rows> => (await boss.getDb().executeSql(text, [])).rows
  return { query, end: () => boss.stop({ graceful: false }) }
}

/** Adds groups with a key and events each. Returns the keys by the name of the group. */
function seed(service: MockService, groups: number, events: number) {
  const keys = new Map<string, string>()
  for (let number = 0; number < groups; number += 1) {
    const key = service.addKey({ group: service.addGroup({ title: `Group ${number}` }) })
    for (let event = 0; event < events; event += 1) service.addEvent({ title: `Event ${event}` }, { key })
    keys.set(`g${number}`, key.token)
  }
  return keys
}

/** The titles by id that the service lists for a key. Reads the pages without the client. */
async function ownList(service: MockService, token: string) {
  const found = new Map<string, string>()
  for (let url: string | undefined = `${service.baseUrl}/api/v2/events`; url; ) {
    // Advances the clock, so that the rate limit counts only one of these requests per second.
    service.clock.advance('PT1S')
    const response = await service.fetch(url, { headers: { 'OSDI-API-Token': token } })
    const page = (await response.json()) as {
      readonly _links: { readonly next?: { readonly href: string } }
      readonly _embedded: { readonly 'osdi:events': readonly { identifiers: readonly string[]; title: string }[] }
    }
    for (const { identifiers, title } of page._embedded['osdi:events'])
      found.set((identifiers[0] ?? '').replace(/^platform:/, ''), title)
    url = page._links.next?.href
  }
  return found
}

export interface Sizes {
  readonly groups: number
  readonly events: number
  /** Seconds until another worker can take the job of a dead worker. */
  readonly expire: number
  readonly atOnce: number
  /** Milliseconds that each response takes. */
  readonly latency?: number
}

/**
 * A mock server with groups and events, which allows each key four requests per second; an empty database; and workers in separate
 * processes.
 */
export async function manyGroups(sizes: Sizes, postgres: Postgres | undefined) {
  const { groups, events, expire, atOnce, latency = 0 } = sizes
  const folder = await temporaryFolder()
  const address = postgres?.database() ?? folder.file('data')
  const world = await served(
    { ui: false },
    { perPage: 20, requestLog: 0, assumptions: { rateLimit: 4, filter: 'honoured' } },
  )
  const { service, url } = world
  const keys = seed(service, groups, events)
  service.clock.advance('PT1H')
  const slow = () => void (latency > 0 && service.faults.add({ effect: { kind: 'latency', ms: latency } }))
  slow()
  /** The service's list for each key. These requests have no latency, unlike those of the workers. */
  const ownLists = async () => {
    service.faults.clear()
    const lists = new Map<string, ReadonlyMap<string, string>>()
    for (const [group, token] of keys) lists.set(group, await ownList(service, token))
    slow()
    return lists
  }
  const database = await queriesOn(address)

  const groupOf = new Map([...keys].map(([group, token]) => [token, group]))
  const log: Seen[] = []
  let onSeen: (seen: Seen) => void = () => {}
  const note = (message: unknown) => {
    const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse }
    const group = groupOf.get(String(request.headers['osdi-api-token']))
    const worker = /many-groups-(\d+)/.exec(request.headers['user-agent'] ?? '')?.[1]
    if (!group || !worker) return
    const seen = { group, worker: Number(worker), begin: performance.now(), end: Number.POSITIVE_INFINITY, status: 0 }
    log.push(seen)
    response.once('close', () => Object.assign(seen, { end: performance.now(), status: response.statusCode }))
    onSeen(seen)
  }
  subscribe('http.server.request.start', note)

  const file = folder.file('keys.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(keys)))
  const settings = JSON.stringify({ expire, atOnce, every: 3600 })
  const workers = new Map<number, ChildProcess>()
  const errors: string[] = []
  const start = () => {
    const env = { ...process.env, EVENTS_BASE_URL: url, DATABASE_URL: address, NODE_NO_WARNINGS: '1' }
    const args = [`${root}examples/many-groups/main.ts`, file, settings]
    const child = spawn(process.execPath, args, { cwd: folder.path, env, stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr?.setEncoding('utf8').on('data', (text) => errors.push(text))
    workers.set(Number(child.pid), child)
    return child
  }
  /** Ends workers, and waits until their processes have exited. */
  const end = async (signal: NodeJS.Signals, some = [...workers.values()]) => {
    const gone = some.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    const ended = gone.map((child) => once(child, 'exit'))
    for (const child of gone) child.kill(signal)
    await Promise.all(ended)
    for (const { pid } of some) workers.delete(Number(pid))
  }

  return {
    service,
    keys,
    log,
    errors,
    start,
    end,
    query: database.query,
    /**
     * Kills a worker after one of its requests and starts another worker, `kills` times. `next` says after how many requests, and how many
     * milliseconds after the request.
     */
    killAt: (kills: number, next: () => { readonly requests: number; readonly ms: number }) => {
      const strikes: Promise<void>[] = []
      let left = next().requests
      let done = 0
      onSeen = ({ worker }) => {
        left -= 1
        const child = workers.get(worker)
        if (left > 0 || done >= kills || !child) return
        const { requests, ms } = next()
        left = requests
        done += 1
        const strike = async () => {
          await setTimeout(ms)
          if (child.exitCode !== null || child.signalCode !== null) done -= 1
          else {
            await end('SIGKILL', [child])
            start()
          }
        }
        strikes.push(strike())
      }
      return { count: () => done, over: async () => void (await Promise.all(strikes)) }
    },
    /** Waits until every group has finished its first list, and a turn after `turn`. */
    upToDate: async (turn = 0) => {
      const done = `select count(*) as n from groups where since is not null and checkpoint is null and turn > ${turn}`
      const count = postgres
        ? async () => (await database.query(done))[0]?.n
        : async () => {
            await setTimeout(8_000)
            await end('SIGTERM')
            const n = (await database.query(done))[0]?.n
            start()
            return n
          }
      while (Number(await count()) < groups) await setTimeout(100)
    },
    /** Changes one event of each key. */
    changeOneEach: async () => {
      for (const list of (await ownLists()).values()) {
        const [id = ''] = list.keys()
        service.updateEvent(id, { title: 'Moved' })
      }
    },
    /** Compares the copy with the service's own lists. */
    compared: async () => {
      const rows = await database.query(`select group_id, id, json ->> 'title' as title from events`)
      const copied = new Map(rows.map(({ group_id, id, title }) => [`${group_id} ${id}`, title]))
      let [listed, lost, stale] = [0, 0, 0]
      for (const [group, list] of await ownLists()) {
        for (const [id, title] of list) {
          listed += 1
          const there = copied.get(`${group} ${id}`)
          if (there === undefined) lost += 1
          else if (there !== title) stale += 1
        }
      }
      const [{ n = '0' } = {}] = await database.query(
        'select count(*) - count(distinct (group_id, id)) as n from written',
      )
      return { listed, copied: rows.length, lost, stale, doubled: Number(n) }
    },
    [Symbol.asyncDispose]: async () => {
      onSeen = () => {}
      await end('SIGKILL')
      unsubscribe('http.server.request.start', note)
      await database.end()
      await world[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/**
 * Statistics of a log: the most requests of a key in any second, the shortest time between two workers with the same key, and the number of
 * responses with status 429.
 */
export function rulesOf(log: readonly Seen[]) {
  const byGroup = Map.groupBy(log, ({ group }) => group)
  let most = 0
  let between = Number.POSITIVE_INFINITY
  let changes = 0
  for (const all of byGroup.values()) {
    for (const [index, seen] of all.entries()) {
      most = Math.max(most, all.slice(index).filter(({ begin }) => begin < seen.begin + 1000).length)
      const before = all.slice(0, index).filter(({ worker }) => worker !== seen.worker)
      const last = all[index - 1]
      if (last && last.worker !== seen.worker) changes += 1
      // The request of a killed worker ends with the worker.
      for (const { end } of before) between = Math.min(between, seen.begin - end)
    }
  }
  const refused = log.filter(({ status }) => status === 429).length
  return {
    most,
    between: Math.round(between),
    changes,
    refused,
    workers: new Set(log.map(({ worker }) => worker)).size,
  }
}

/** Pseudorandom numbers from 0 up to 1, from a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

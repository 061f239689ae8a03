/**
 * Keeps the events of many groups in step, in Postgres. Start as many workers as you like: `node main.ts keys.json`, where the file is
 * { "park-friends": "key", … }, with EVENTS_BASE_URL, EVENTS_NAMESPACE and DATABASE_URL=postgres://… set.
 * Needs Node 22.18 or newer, and `npm install osdi-events pg-boss @electric-sql/pglite`.
 * Try it with the mock service and an embedded Postgres: `npx osdi-events mock -- node main.ts`
 * As the Action Network: `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- node main.ts`
 */
import { readFileSync } from 'node:fs'
import { EventsV2 } from 'osdi-events'
import { openDatabase } from './database.ts'
import { addGroups, work } from './sync.ts'

const { EVENTS_BASE_URL: baseUrl, EVENTS_NAMESPACE: namespace = 'platform', EVENTS_API_KEY, DATABASE_URL } = process.env
const [, , file, settings = '{}'] = process.argv
if (!baseUrl || !(file || EVENTS_API_KEY)) throw new Error('EVENTS_BASE_URL and a file of keys must be given')
const keys: Record<string, string> = file ? JSON.parse(textOf(file)) : { group: EVENTS_API_KEY }
const { expire = 60, ...others } = JSON.parse(settings) // { "atOnce": 16, "every": 3600, … }

// The service's log tells workers apart by the name.
const common = { baseUrl, namespace, appInfo: { name: `many-groups-${process.pid}`, version: '1.0.0' } }
const clientOf = (group: string) => new EventsV2({ ...common, apiKey: keys[group] ?? '', rateLimit: { perSecond: 4 } })

/** The text of a file. What is not UTF-8 would give a group another name. */
function textOf(path: string): string {
  const bytes = readFileSync(path)
  const text = bytes.toString()
  if (Buffer.from(text).equals(bytes)) return text.replace(/^\ufeff/, '')
  const lines = text.slice(0, text.indexOf('\ufffd')).split('\n')
  const byte = Buffer.byteLength(lines.at(-1) ?? '') + 1
  console.error(`${path} is not UTF-8 (line ${lines.length}, byte ${byte}); save it as UTF-8`)
  process.exit(2)
}

const database = await openDatabase(DATABASE_URL ?? 'many-groups-data')
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void database.close())
await addGroups(database, Object.keys(keys), expire)
await work(database, { ...others, clientOf })

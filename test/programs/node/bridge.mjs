// A bridge between the service and a local database. `pull` mirrors events with their people, `push` sends what changed in the database.
//
//     AN_API_TOKEN=… node bridge.mjs mirror.db pull
//     AN_API_TOKEN=… node bridge.mjs mirror.db push
import { DatabaseSync } from 'node:sqlite'

const api = 'https://actionnetwork.org/api/v2'
const [file, direction] = process.argv.slice(2)

const database = new DatabaseSync(file)
// A row without an id is not in the service yet. A row with `changed` differs from the service.
database.exec(`
  create table if not exists bookmark (list text primary key, modified text not null);
  create table if not exists events
    (row integer primary key, id text unique, title text not null, start text, place text, status text, changed integer default 0);
  create table if not exists people (row integer primary key, id text unique, name text, email text, phone text);
  create table if not exists attendances
    (row integer primary key, id text unique, event text not null, person text not null, status text, changed integer default 0);
`)
const rows = (sql, ...values) => database.prepare(sql).all(...values)
const run = (sql, ...values) => database.prepare(sql).run(...values)

async function send(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: { 'OSDI-API-Token': process.env.AN_API_TOKEN, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const answer = await response.json()
  if (response.ok && !answer.error) return answer
  throw new Error(`${method} ${url}: ${response.status} ${answer.error}`)
}

const idOf = ({ identifiers }) => identifiers.find((one) => one.startsWith('action_network:')).split(':')[1]

/** Every item of a list that changed after a time. */
async function* changed(url, relation, after) {
  const filter = after && `?${new URLSearchParams({ filter: `modified_date gt '${after}'` })}`
  for (let next = `${url}${filter ?? ''}`; next; ) {
    const page = await send('GET', next)
    yield* page._embedded[relation]
    next = page._links.next?.href
  }
}

/** The changed items of lists. Afterwards the bookmark has the latest time of modification. */
async function* sinceBookmark(name, urls, relation) {
  const [bookmark] = rows('select modified from bookmark where list = ?', name)
  let latest = bookmark?.modified ?? ''
  for (const url of urls)
    for await (const item of changed(url, relation, bookmark?.modified)) {
      if (item.modified_date > latest) latest = item.modified_date
      yield item
    }
  if (latest) run('insert or replace into bookmark values (?, ?)', name, latest)
}

async function pull() {
  let count = 0
  for await (const event of sinceBookmark('events', [`${api}/events`], 'osdi:events')) {
    run(
      `insert into events (id, title, start, place, status) values (?, ?, ?, ?, ?) on conflict (id) do update
       set title = excluded.title, start = excluded.start, place = excluded.place, status = excluded.status where not changed`,
      ...[idOf(event), event.title, event.start_date ?? null, event.location?.locality ?? null, event.status],
    )
    count++
  }
  for await (const person of sinceBookmark('people', [`${api}/people`], 'osdi:people')) {
    const name = [person.given_name, person.family_name].filter(Boolean).join(' ')
    run(
      `insert into people (id, name, email, phone) values (?, ?, ?, ?) on conflict (id) do update
       set name = excluded.name, email = excluded.email, phone = excluded.phone`,
      ...[idOf(person), name, person.email_addresses?.[0]?.address ?? null, person.phone_numbers?.[0]?.number ?? null],
    )
    count++
  }
  const lists = rows('select id from events where id is not null order by row').map(
    ({ id }) => `${api}/events/${id}/attendances`,
  )
  for await (const attendance of sinceBookmark('attendances', lists, 'osdi:attendances')) {
    run(
      `insert into attendances (id, event, person, status) values (?, ?, ?, ?) on conflict (id) do update
       set status = excluded.status where not changed`,
      ...[idOf(attendance), attendance['action_network:event_id'], attendance['action_network:person_id']],
      attendance.status,
    )
    count++
  }
  return count
}

async function push() {
  let count = 0
  for (const { row, id, title, start } of rows('select * from events where changed or id is null')) {
    const body = { title, ...(start && { start_date: start }), identifiers: [`bridge:event-${row}`] }
    const event = id
      ? await send('PUT', `${api}/events/${id}`, body)
      : await send('POST', `${api}/events`, { ...body, origin_system: 'Bridge' })
    run('update events set id = ?, status = ?, changed = 0 where row = ?', idOf(event), event.status, row)
    count++
  }
  // Who signed up at the desk has no id. The service finds the person by e-mail or phone, or makes one.
  const atDesk = rows(`select attendances.row, event, people.row as person, name, email, phone from attendances
    join people on people.row = attendances.person where attendances.id is null`)
  for (const { row, event, person, name, email, phone } of atDesk) {
    const [given_name, ...rest] = name.split(' ')
    const attendance = await send('POST', `${api}/events/${event}/attendances`, {
      person: {
        given_name,
        family_name: rest.join(' '),
        ...(email && { email_addresses: [{ address: email }] }),
        ...(phone && { phone_numbers: [{ number: phone }] }),
      },
      identifiers: [`bridge:attendance-${row}`],
      'action_network:referrer_data': { source: 'desk', website: 'bridge.example.org' },
    })
    const id = attendance['action_network:person_id']
    if (rows('select 1 from people where id = ?', id).length > 0) run('delete from people where row = ?', person)
    else run('update people set id = ? where row = ?', id, person)
    // A second RSVP to the same event is the first one.
    run('update or replace attendances set id = ?, person = ? where row = ?', idOf(attendance), id, row)
    count++
  }
  for (const { row, id, event, status } of rows('select * from attendances where changed and id is not null')) {
    await send('PUT', `${api}/events/${event}/attendances/${id}`, { status, identifiers: [`bridge:attendance-${row}`] })
    run('update attendances set changed = 0 where row = ?', row)
    count++
  }
  return count
}

const count = await (direction === 'push' ? push() : pull())
console.log(`${direction}: ${count}`)

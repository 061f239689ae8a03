// @module-tag night
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'

/** A mock service, and a database that the bridge keeps in step with it. */
async function bridged(...flags: readonly string[]) {
  const at = await realAddress('--events', '0', ...flags)
  const file = at.folder.file('mirror.db')
  return {
    ...at,
    /** Runs the bridge. Returns how much it read or wrote. */
    bridge: async (direction: 'pull' | 'push') => {
      const { code, stdout, stderr } = await at.run('node/bridge.mjs', [file, direction])
      expect([code, stderr]).toEqual([0, ''])
      return stdout.trim()
    },
    /** Runs SQL on the database while the bridge does not run. */
    sql: (text: string) => {
      using database = new DatabaseSync(file)
      return database
        .prepare(text)
        .all()
        .map((row) => ({ ...row }))
    },
  }
}

test('the first run of a bridge on Node copies events with their people into SQLite, and a second run reads only changes', async () => {
  await using at = await bridged()
  const { admin, key } = at
  const chicago = { locality: 'Chicago', region: 'IL', postal_code: '60601', country: 'US' }
  const picnic = await admin.addEvent(
    { title: 'Picnic', start_date: '2026-06-20T12:00:00', location: chicago },
    { key },
  )
  const walk = await admin.addEvent({ title: 'Walk' }, { key })
  const ada = await admin.addPerson({ given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.org' })
  await admin.attend(picnic, ada)
  await admin.attend(walk, ada, { status: 'attended' })
  await at.bridge('pull')
  expect(at.sql('select id, title, start, place, status from events order by row')).toEqual([
    { id: picnic.id, title: 'Picnic', start: '2026-06-20T12:00:00Z', place: 'Chicago', status: 'confirmed' },
    { id: walk.id, title: 'Walk', start: '2026-05-08T13:00:00Z', place: '', status: 'confirmed' },
  ])
  expect(at.sql(`select id, name, email, phone from people where email = 'ada@example.org'`)).toEqual([
    { id: ada.id, name: 'Ada Lovelace', email: 'ada@example.org', phone: null },
  ])
  expect(at.sql('select event, person, status from attendances order by row')).toEqual([
    { event: picnic.id, person: ada.id, status: 'accepted' },
    { event: walk.id, person: ada.id, status: 'attended' },
  ])

  expect(await at.bridge('pull')).toBe('pull: 0')
  await admin.updateEvent(picnic, { title: 'Picnic, indoors' })
  await admin.attend(
    walk,
    await admin.addPerson({ given_name: 'Bob', family_name: 'Ross', email_address: 'bob@example.org' }),
  )
  // One event, one RSVP, and the person with it.
  expect(await at.bridge('pull')).toBe('pull: 3')
  expect(at.sql('select title from events order by row')).toEqual([{ title: 'Picnic, indoors' }, { title: 'Walk' }])
  expect(
    at.sql(
      'select name, attendances.status from attendances join people on people.id = person order by attendances.row',
    ),
  ).toEqual([
    { name: 'Ada Lovelace', status: 'accepted' },
    { name: 'Ada Lovelace', status: 'attended' },
    { name: 'Bob Ross', status: 'accepted' },
  ])
})

test('a bridge on Node sends new and changed events, check-ins and people from SQLite to the mock', async () => {
  await using at = await bridged()
  const { admin, key } = at
  const picnic = await admin.addEvent({ title: 'Picnic', identifiers: ['calendar:7'] }, { key })
  const cleaning = await admin.addEvent({ title: 'Cleaning' }, { key })
  const ada = await admin.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' })
  const [rsvp] = await admin.attend(picnic, ada)
  await at.bridge('pull')

  at.sql(`update events set title = 'Picnic, indoors', changed = 1 where title = 'Picnic'`)
  at.sql(`insert into events (title, start) values ('Walk', '2026-07-01T09:30:00')`)
  at.sql(`update attendances set status = 'attended', changed = 1`)
  // The first has only a phone number. The service knows the second already, by the address.
  at.sql(`insert into people (row, name, phone) values (101, 'Bob Ross', '+1 312 555 0142')`)
  at.sql(`insert into people (row, name, email) values (102, 'Ada Lovelace', 'ADA@example.org')`)
  at.sql(`insert into attendances (event, person) values ('${picnic.id}', 101), ('${cleaning.id}', 102)`)
  expect(await at.bridge('push')).toBe('push: 5')

  const { events } = await admin.events({ sort: 'title' })
  expect(events.map(({ title, rsvps }) => [title, rsvps])).toEqual([
    ['Cleaning', 1],
    ['Picnic, indoors', 2],
    ['Walk', 0],
  ])
  const walk = events.at(-1)
  expect((await admin.event(picnic)).v2.identifiers).toEqual([
    `action_network:${picnic.id}`,
    'calendar:7',
    'bridge:event-1',
  ])
  expect((await admin.event(String(walk?.id))).v2).toMatchObject({
    identifiers: [`action_network:${walk?.id}`, 'bridge:event-3'],
    origin_system: 'Bridge',
    start_date: '2026-07-01T09:30:00Z',
  })
  const { body } = await admin.preview(`/api/v2/events/${picnic.id}/attendances`)
  expect(body).toMatchObject({
    _embedded: {
      'osdi:attendances': [
        { identifiers: [`action_network:${rsvp?.id}`, 'bridge:attendance-1'], status: 'attended' },
        {
          identifiers: [expect.any(String), 'bridge:attendance-2'],
          status: 'accepted',
          'action_network:referrer_data': { source: 'desk', website: 'bridge.example.org' },
        },
      ],
    },
  })
  const { people } = await admin.people({ event: cleaning.id })
  expect(people).toMatchObject([{ id: ada.id, given_name: 'Ada', family_name: 'Lovelace' }])

  // Everything in the database has an id now, and Ada is there once.
  expect(at.sql('select name, phone from people where row = 101 and id is not null')).toEqual([
    { name: 'Bob Ross', phone: '+1 312 555 0142' },
  ])
  expect(at.sql(`select id from people where lower(email) = 'ada@example.org'`)).toEqual([{ id: ada.id }])
  expect(at.sql('select row from attendances where id is null or changed')).toEqual([])
  expect(at.sql('select row from events where id is null or changed')).toEqual([])
  expect(await at.bridge('push')).toBe('push: 0')

  // The next pull reads what the bridge has written, and adds no row.
  const counts =
    'select (select count(*) from events) e, (select count(*) from attendances) a, (select count(*) from people) p'
  const before = at.sql(counts)
  await at.bridge('pull')
  expect(at.sql(counts)).toEqual(before)
  expect(await at.bridge('pull')).toBe('pull: 0')
})

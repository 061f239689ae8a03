import { expect, test } from 'vitest'
import { steered } from '../support/served.ts'

const picnic = {
  title: 'Picnic & games',
  start_date: '2026-05-03T10:00:00',
  end_date: '2026-05-03T12:30:00',
  location: { venue: 'Band shell', locality: 'Nashville', region: 'TN' },
  instructions: '<p>Bring <b>friends</b> &amp; water.</p><script>alert(1)</script>',
}

test('admin.messages lists sent messages in pages, the newest first', async () => {
  await using at = await steered()
  const { admin, keys } = at
  await admin.attend(await admin.addEvent(picnic, { key: keys.group }), 3)
  const { total, page, per_page, messages } = await admin.messages({ per_page: 2 })
  expect({ total, page, per_page }).toEqual({ total: 3, page: 1, per_page: 2 })
  const outbox = (await admin.outbox()).map((message, index) => ({ number: index + 1, ...message }))
  expect(messages).toEqual(outbox.toReversed().slice(0, 2))
  expect((await admin.messages({ per_page: 2, page: 2 })).messages).toEqual([outbox[0]])
  expect((await admin.messages({ page: 9 })).messages).toEqual([])
  expect(await admin.requests()).toEqual([])
})

test('admin.messages finds messages by words, kind and event', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const walk = await admin.addEvent({ ...picnic, title: 'Walk' }, { key: keys.group })
  const games = await admin.addEvent(picnic, { key: keys.group })
  const ada = await admin.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' })
  for (const event of [games, walk]) await admin.attend(event, ada)
  await admin.attend(games, 2)
  await admin.clock.advance('P2D')
  const numbers = async (query: Parameters<typeof admin.messages>[0]) =>
    (await admin.messages(query)).messages.map(({ number, kind }) => [number, kind])
  const [thanks, reminder] = ['autoresponse', 'reminder']
  expect(await numbers({ search: 'ADA walk' })).toEqual([expect.arrayContaining([reminder]), [2, thanks]])
  expect((await numbers({ search: 'ada', kind: 'reminder' })).map(([, kind]) => kind)).toEqual([reminder, reminder])
  expect(await numbers({ event: walk, kind: 'autoresponse' })).toEqual([[2, thanks]])
  expect(await numbers({ event: 'none' })).toEqual([])
  expect(await admin.messages({ search: 'picnic', per_page: 1, page: 6 })).toMatchObject({
    total: 6,
    messages: [{ number: 1 }],
  })
})

test('admin.message returns a message as text and as HTML', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const event = await admin.addEvent(picnic, { key: keys.group })
  await admin.attend(event, await admin.addPerson({ given_name: 'Ada', family_name: 'Lovelace' }))
  await admin.clock.advance('P2D')
  const [answer, reminder] = [await admin.message(1), await admin.message({ number: 2 })]
  const subject = 'Thank you for your RSVP: Picnic & games'
  expect(answer).toMatchObject({ number: 1, kind: 'autoresponse', name: 'Ada Lovelace', subject })
  expect(answer.text.split('\n\n')).toEqual([
    'Hello Ada,',
    'thank you for your RSVP to Picnic & games.',
    'When: 2026-05-03 10:00 to 2026-05-03 12:30\nWhere: Band shell, Nashville TN',
    'Bring friends & water.\nalert(1)',
  ])
  expect(answer.html).toContain('<p>thank you for your RSVP to Picnic &amp; games.</p>')
  expect(answer.html).toContain(picnic.instructions)
  const begins = expect.stringContaining('Picnic & games begins in 24 hours.')
  expect(reminder).toMatchObject({ kind: 'reminder', text: begins })
})

test('admin.reminders lists the reminders that are not yet due, the next reminder first', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const add = (title: string, start_date?: string) =>
    admin.addEvent({ title, ...(start_date && { start_date }), location: picnic.location }, { key: keys.group })
  const walk = { title: 'Walk', start: '2026-06-03T10:00:00' }
  const run = { title: 'Run', start: '2026-05-03T10:00:00' }
  const [later, sooner] = [await add(walk.title, walk.start), await add(run.title, run.start)]
  await add('Some time')
  await add('Past', '2026-04-03T10:00:00')
  await admin.attend(sooner, 2)
  const reminders = [
    { ...run, event: sooner.id, due: '2026-05-02T15:00:00Z', rsvps: 2 },
    { ...walk, event: later.id, due: '2026-06-02T15:00:00Z', rsvps: 0 },
  ]
  expect(await admin.reminders()).toEqual({ total: 2, page: 1, per_page: 50, reminders })
  expect(await admin.reminders({ per_page: 1, page: 2 })).toMatchObject({ total: 2, reminders: [reminders[1]] })
  expect((await admin.reminders({ page: 2 })).reminders).toEqual([])
  await admin.clock.advanceTo('2026-05-02T15:00:00Z')
  expect((await admin.reminders()).reminders).toEqual([reminders[1]])
  expect(await admin.messages({ kind: 'reminder' })).toMatchObject({ total: 2 })
})

test('admin.clock.advanceTo moves the clock to a later time, and refuses an earlier one', async () => {
  await using at = await steered()
  const { clock } = at.admin
  expect(await clock.advanceTo('2026-05-01T15:00:00.5+02:00')).toEqual(new Date('2026-05-01T13:00:00.5Z'))
  const midnight = new Date('2026-05-02T00:00:00Z')
  for (const moment of [midnight, '2026-05-02T00:00:00Z']) expect(await clock.advanceTo(moment)).toEqual(midnight)
  for (const moment of ['2026-05-01T23:59:59Z', '2026-05-03T00:00:00', 'tomorrow', ''])
    await expect(clock.advanceTo(moment)).rejects.toMatchObject({ code: 'argument', field: 'body.to' })
  expect(await clock.now()).toEqual(midnight)
})

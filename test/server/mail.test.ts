import { controlOf, MockServiceError } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

/** A server or one of its worlds, without events, by a clock that stands. */
async function placed(place: string) {
  const now = '2026-05-01T12:00:00Z'
  const opened = await served({}, { now })
  const { url, keys } =
    place === 'server' ? opened.server : await controlOf(opened.server.url).world({ now, seed: 'osdi-events' })
  return { keys, url, control: controlOf(url), [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

const picnic = {
  title: 'Picnic & games',
  start_date: '2026-05-03T10:00:00',
  end_date: '2026-05-03T12:30:00',
  location: { venue: 'Band shell', locality: 'Nashville', region: 'TN' },
  instructions: '<p>Bring <b>friends</b> &amp; water.</p><script>alert(1)</script>',
}

for (const place of ['server', 'world']) {
  test(`a ${place} lists the messages that it sent, the newest first, in pages`, async () => {
    await using at = await placed(place)
    const { control, keys } = at
    const event = await control.addEvent(picnic, { key: keys.group })
    await control.attend(event, 3)
    const { total, page, per_page, messages } = await control.messages({ per_page: 2 })
    expect({ total, page, per_page }).toEqual({ total: 3, page: 1, per_page: 2 })
    const outbox = (await control.outbox()).map((message, index) => ({ number: index + 1, ...message }))
    expect(messages).toEqual(outbox.toReversed().slice(0, 2))
    expect((await control.messages({ per_page: 2, page: 2 })).messages).toEqual([outbox[0]])
    expect((await control.messages({ page: 9 })).messages).toEqual([])
    await control.clock.advanceTo('2026-05-02T20:00:00Z')
    expect((await control.messages()).messages.map(({ kind }) => kind)).toEqual([
      ...Array<string>(3).fill('reminder'),
      ...Array<string>(3).fill('autoresponse'),
    ])
    expect(await control.requests()).toEqual([])
  })

  test(`a ${place} finds messages by words, kind and event`, async () => {
    await using at = await placed(place)
    const { control, keys } = at
    const events = await Promise.all(
      ['Picnic', 'Walk'].map((title) => control.addEvent({ ...picnic, title }, { key: keys.group })),
    )
    const ada = await control.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' })
    for (const event of events) await control.attend(event, ada)
    await control.attend(events[0] ?? '', 2)
    await control.clock.advance('P2D')
    const numbers = async (query: Parameters<typeof control.messages>[0]) =>
      (await control.messages(query)).messages.map(({ number }) => number)
    expect(await numbers({ search: 'ADA picnic' })).toEqual([5, 1])
    expect(await numbers({ search: 'ada', kind: 'reminder' })).toEqual([8, 5])
    expect(await numbers({ event: events[1] ?? '' })).toEqual([8, 2])
    expect(await numbers({ event: 'none' })).toEqual([])
    expect(await control.messages({ search: 'picnic', per_page: 1, page: 2 })).toMatchObject({
      total: 6,
      messages: [{ number: 6 }],
    })
  })

  test(`a ${place} writes a message out, as a text and as HTML`, async () => {
    await using at = await placed(place)
    const { control, keys } = at
    const event = await control.addEvent(picnic, { key: keys.group })
    await control.attend(event, await control.addPerson({ given_name: 'Ada', family_name: 'Lovelace' }))
    await control.clock.advance('P2D')
    const [answer, reminder] = [await control.message(1), await control.message({ number: 2 })]
    expect(answer).toMatchObject({
      number: 1,
      kind: 'autoresponse',
      name: 'Ada Lovelace',
      subject: 'Thank you for your RSVP: Picnic & games',
    })
    expect(answer.text).toBe(
      [
        'Hello Ada,',
        'thank you for your RSVP to Picnic & games.',
        'When: 2026-05-03 10:00 to 2026-05-03 12:30\nWhere: Band shell, Nashville TN',
        'Bring friends & water.\nalert(1)',
      ].join('\n\n'),
    )
    expect(answer.html).toContain('<p>thank you for your RSVP to Picnic &amp; games.</p>')
    expect(answer.html).toContain(picnic.instructions)
    expect(reminder).toMatchObject({
      kind: 'reminder',
      text: expect.stringContaining('Picnic & games begins in 24 hours.'),
    })
  })

  test(`a ${place} lists the reminders that are not due yet, what is due first first`, async () => {
    await using at = await placed(place)
    const { control, keys } = at
    const add = (title: string, start_date?: string) =>
      control.addEvent({ title, ...(start_date && { start_date }), location: picnic.location }, { key: keys.group })
    const [walk, walked] = [await add('Walk', '2026-06-03T10:00:00'), await add('Picnic', '2026-05-03T10:00:00')]
    await add('Some time')
    await add('Past', '2026-04-03T10:00:00')
    await control.attend(walked, 2)
    const due = {
      event: walked.id,
      title: 'Picnic',
      start: '2026-05-03T10:00:00',
      due: '2026-05-02T15:00:00Z',
      rsvps: 2,
    }
    const later = { event: walk.id, title: 'Walk', start: '2026-06-03T10:00:00', due: '2026-06-02T15:00:00Z', rsvps: 0 }
    expect(await control.reminders()).toEqual({ total: 2, page: 1, per_page: 50, reminders: [due, later] })
    expect(await control.reminders({ per_page: 1, page: 2 })).toMatchObject({ total: 2, reminders: [later] })
    expect((await control.reminders({ page: 2 })).reminders).toEqual([])
    await control.clock.advanceTo(due.due)
    expect((await control.reminders()).reminders).toEqual([later])
    expect(await control.messages({ kind: 'reminder' })).toMatchObject({ total: 2 })
  })

  test(`the clock of a ${place} goes on to a moment, and never back`, async () => {
    await using at = await placed(place)
    const { control } = at
    expect(await control.clock.advanceTo('2026-05-01T15:00:00.5+02:00')).toEqual(new Date('2026-05-01T13:00:00.5Z'))
    expect(await control.clock.advanceTo(new Date('2026-05-02T00:00:00Z'))).toEqual(new Date('2026-05-02T00:00:00Z'))
    expect(await control.clock.advanceTo('2026-05-02T00:00:00Z')).toEqual(new Date('2026-05-02T00:00:00Z'))
    for (const moment of ['2026-05-01T23:59:59Z', '2026-05-03T00:00:00', 'tomorrow', ''])
      await expect(control.clock.advanceTo(moment)).rejects.toMatchObject({ code: 'argument', field: 'body.to' })
    expect(await control.clock.now()).toEqual(new Date('2026-05-02T00:00:00Z'))
  })
}

test('a question for mail that makes no sense is refused by the name of what is wrong', async () => {
  await using opened = await served({}, { now: '2026-05-01T12:00:00Z' })
  const { control, server } = opened
  for (const [request, field] of [
    ['messages?kind=letter', 'kind'],
    ['messages?page=0', 'page'],
    ['messages?per_page=1001', 'per_page'],
    ['messages?sort=to', 'sort'],
    ['reminders?per_page=x', 'per_page'],
    ['reminders?search=x', 'search'],
  ])
    expect(await control(`GET ${request}`)).toMatchObject({ status: 400, json: { code: 'argument', field } })
  for (const number of ['0', '1', '01', '-1', 'x', '99999999999999'])
    expect(await control(`GET messages/${number}`)).toMatchObject({
      status: 404,
      json: { code: 'unknown', field: 'message' },
    })
  for (const body of [{}, { advance: 'PT1H', to: '2026-05-02T00:00:00Z' }, { to: 7 }])
    expect(await control('POST clock', body)).toMatchObject({ status: 400, json: { code: 'argument' } })
  const steer = controlOf(server.url)
  for (const wrong of ['', '.', '..', null])
    await expect(steer.message(wrong as never)).rejects.toThrow(MockServiceError)
  await expect(steer.messages(null as never)).rejects.toThrow(MockServiceError)
  await expect(steer.reminders('x' as never)).rejects.toThrow(MockServiceError)
})

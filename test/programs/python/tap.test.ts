// @module-tag night
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

interface Message {
  readonly type: 'SCHEMA' | 'RECORD' | 'STATE'
  readonly stream?: string
  readonly record?: Readonly<Record<string, unknown>>
  readonly value?: { readonly bookmarks: Readonly<Record<string, string>> }
}

const messagesOf = (printed: string) =>
  printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Message)

/** The records of each stream, in their order. */
const recordsOf = (messages: readonly Message[]) => {
  const records = (stream: string) =>
    messages.filter((message) => message.stream === stream && message.type === 'RECORD').map(({ record }) => record)
  return { campaigns: records('event_campaigns'), events: records('events'), attendances: records('attendances') }
}

/** What the next run begins with. */
const stateOf = (messages: readonly Message[]) => messages.findLast(({ type }) => type === 'STATE')?.value

test('the first run of a Singer tap in Python reads all data page by page, and a second run reads only changes', async (context) => {
  needs('python3', context)
  await using at = await realAddress('--events', '0')
  const { admin, folder, key } = at
  const campaign = await admin.addCampaign({ title: 'Parks for everyone', host_pitch: '<p>Host!</p>', key })
  const inCampaign = { campaign, start_date: '2026-06-20T14:00:00' }
  const picnic = await admin.addEvent({ title: 'Picnic', ...inCampaign }, { key })
  // More than a page, of events and of attendances.
  for (let day = 1; day <= 25; day++) await admin.addEvent({ title: `Walk ${day}` }, { key })
  const rsvps = await admin.attend(picnic, 26)
  await admin.cancelEvent(picnic)

  writeFileSync(folder.file('config.json'), JSON.stringify({ api_token: key, start_date: '2020-01-01T00:00:00Z' }))
  const tap = async (...args: string[]) => {
    const { code, stderr, stdout } = await at.run('python/tap.py', ['--config', 'config.json', ...args])
    expect([code, stderr]).toEqual([0, ''])
    return messagesOf(stdout)
  }

  const first = await tap()
  expect(first.slice(0, 3).map(({ type, stream }) => [type, stream])).toEqual([
    ['SCHEMA', 'event_campaigns'],
    ['SCHEMA', 'events'],
    ['SCHEMA', 'attendances'],
  ])
  const everything = recordsOf(first)
  // Each event and each RSVP has its own second from 12:00:00 on: 26 events, 26 RSVPs, then the cancellation.
  expect(everything.campaigns).toEqual([
    {
      id: campaign.id,
      created_date: '2026-05-01T12:00:00Z',
      modified_date: '2026-05-01T12:00:00Z',
      title: 'Parks for everyone',
      host_pitch: '<p>Host!</p>',
      total_events: 1,
      total_rsvps: 26,
    },
  ])
  expect(everything.events.map((record) => record?.title)).toEqual([
    'Picnic',
    ...Array.from({ length: 25 }, (_, day) => `Walk ${day + 1}`),
  ])
  expect(everything.events[0]).toEqual({
    id: picnic.id,
    created_date: '2026-05-01T12:00:00Z',
    modified_date: '2026-05-01T12:00:52Z',
    title: 'Picnic',
    status: 'cancelled',
    start_date: '2026-06-20T14:00:00Z',
    total_accepted: 26,
  })
  expect(everything.attendances.map((record) => record?.person_id)).toEqual(rsvps.map(({ person }) => person))
  expect(stateOf(first)).toEqual({
    bookmarks: {
      event_campaigns: '2026-05-01T12:00:00Z',
      events: '2026-05-01T12:00:52Z',
      attendances: '2026-05-01T12:00:51Z',
    },
  })

  writeFileSync(folder.file('state.json'), JSON.stringify(stateOf(first)))
  const [late] = await admin.attend(picnic, await admin.addPerson({ email_address: 'late@example.org' }))
  const cleaning = await admin.addEvent({ title: 'Cleaning', campaign }, { key })
  const second = recordsOf(await tap('--state', 'state.json'))
  // A bookmark includes its own second, so the last record of each stream comes again.
  expect(second.campaigns.map((record) => record?.id)).toEqual([campaign.id])
  expect(second.events.map((record) => record?.title)).toEqual(['Picnic', 'Cleaning'])
  expect(second.events[1]).toMatchObject({ id: cleaning.id, total_accepted: 0 })
  expect(second.attendances.at(-1)).toMatchObject({ id: late?.id, event_id: picnic.id, person_id: late?.person })
  expect(second.attendances).toHaveLength(2)
})

test('a Singer tap in Python retries after status 429, and stops at the entry point without a key', async (context) => {
  needs('python3', context)
  await using at = await realAddress('--events', '1')
  const { admin, folder, key } = at
  await admin.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'rate-limit', retryAfter: 1 } })
  writeFileSync(folder.file('config.json'), JSON.stringify({ api_token: key, start_date: '2020-01-01T00:00:00Z' }))
  const { code, stdout } = await at.run('python/tap.py', ['--config', 'config.json'])
  expect([code, recordsOf(messagesOf(stdout)).events.length]).toEqual([0, 1])
  expect((await admin.requests({ status: 429 })).map(({ path }) => path)).toEqual(['/api/v2/events'])

  writeFileSync(folder.file('config.json'), '{"api_token":"","start_date":"2020-01-01T00:00:00Z"}')
  const refused = await at.run('python/tap.py', ['--config', 'config.json'])
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: 'the key is not valid\n' })
})

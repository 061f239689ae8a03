// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('a campaign dashboard in Perl counts events and RSVPs of each campaign, and names people who come more than once', async (context) => {
  needs('perl', context)
  await using at = await realAddress('--events', '0')
  const { admin, key } = at
  const parks = await admin.addCampaign({ title: 'Parks for everyone', key })
  await admin.addCampaign({ title: 'Bücher für alle', key })
  const [ada, bob] = [
    await admin.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' }),
    await admin.addPerson({ given_name: 'Bob', email_address: 'bob@example.org' }),
  ]
  const chicago = { locality: 'Chicago', region: 'IL', postal_code: '60601', country: 'US' }
  const later = await admin.addEvent({ title: 'Walk', start_date: '2026-07-01T09:30:00', campaign: parks }, { key })
  const picnic = await admin.addEvent(
    { title: 'Picnic', start_date: '2026-04-20T12:00:00', campaign: parks, location: chicago },
    { key },
  )
  const rained = await admin.addEvent(
    { title: 'Planting', start_date: '2026-04-21T12:00:00', campaign: parks },
    { key },
  )
  await admin.addEvent({ title: 'Cleaning', campaign: parks }, { key })
  await admin.addEvent({ title: 'Outside of all campaigns' }, { key })
  await admin.attend(picnic, 30)
  for (const person of [ada, bob]) await admin.attend(picnic, person, { status: 'attended' })
  await admin.attend(rained, bob)
  await admin.cancelEvent(rained)
  await admin.attend(later, ada)
  const { code, stdout, stderr } = await at.run('perl/dashboard.pl')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    `Parks for everyone: 4 events, 34 RSVPs
  2026-04-20 12:00  Picnic, Chicago, 32 coming, 2 came
  2026-04-21 12:00  Planting, cancelled
  2026-07-01 09:30  Walk, 1 coming
  no date yet       Cleaning, 0 coming
  more than once: ada@example.org
Bücher für alle: 0 events, 0 RSVPs
`,
  )

  await admin.faults.add({ operation: 'campaigns.list', effect: { kind: 'status', status: 403, body: 'no' } })
  expect(await at.run('perl/dashboard.pl')).toMatchObject({
    code: 255,
    stdout: '',
    stderr: 'https://actionnetwork.org/api/v2/event_campaigns?page=1: 403 no\n',
  })
})

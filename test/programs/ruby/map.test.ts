// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('a map of a campaign in Ruby has all its visible events with an address, from pages that it reads at the same time', async (context) => {
  needs('ruby', context)
  await using at = await realAddress('--events', '0', '--per-page', '2')
  const { admin, key } = at
  for (const title of ['Libraries', 'Trains']) await admin.addCampaign({ title, key })
  const campaign = await admin.addCampaign({ title: 'Parks for everyone', key })
  const location = { address_lines: ['1 Main St'], locality: 'Chicago', postal_code: '60601', country: 'US' }
  const picnic = await admin.addEvent(
    { title: 'Picnic', start_date: '2026-06-20T12:00:00', location, campaign },
    { key },
  )
  const walk = await admin.addEvent({ title: 'Walk', location, campaign }, { key })
  await admin.addEvent({ title: 'At home', campaign }, { key })
  await admin.addEvent({ title: 'Secret', location, campaign, hidden: true }, { key })
  await admin.cancelEvent(await admin.addEvent({ title: 'Rained off', location, campaign }, { key }))
  await admin.addEvent({ title: 'Another campaign', location }, { key })

  const { code, stdout, stderr } = await at.run('ruby/map.rb', ['Parks for everyone'])
  expect([code, stderr]).toEqual([0, ''])
  const point = { type: 'Point', coordinates: [expect.closeTo(-87.6, 0), expect.closeTo(41.9, 0)] }
  expect(JSON.parse(stdout)).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: point,
        properties: {
          title: 'Picnic',
          start: '2026-06-20T12:00:00',
          address: '1 Main St, Chicago',
          url: `https://actionnetwork.org/events/${picnic.id}`,
        },
      },
      {
        type: 'Feature',
        geometry: point,
        properties: {
          title: 'Walk',
          start: null,
          address: '1 Main St, Chicago',
          url: `https://actionnetwork.org/events/${walk.id}`,
        },
      },
    ],
  })
})

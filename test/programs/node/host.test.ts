// @module-tag night
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/built.ts'
import { realAddress } from '../../support/real-address.ts'

test('a program on Node creates events of a campaign with a title alone, changes them below the campaign, and finds embedded organizers', async () => {
  // The documents require the origin of an event.
  const titleAlone = join(root, 'test/programs/node/title-alone.json')
  await using at = await realAddress('--events', '0', '--assumptions', titleAlone)
  const { admin, key } = at
  const campaign = await admin.addCampaign({ title: 'Parks', key })
  const creator = await admin.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' })
  const picnic = await admin.addEvent({ title: 'Picnic', campaign, creator }, { key })
  const { code, stdout, stderr } = await at.run('node/host.mjs', ['Parks', 'Meet at the gate.', 'Walk'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^Picnic: Meet at the gate\. Ask Ada, ada@example\.org\nWalk: Meet at the gate\. Ask \S+, \S+@\S+\n$/,
  )
  expect((await admin.event(picnic)).v2).toMatchObject({ title: 'Picnic', instructions: 'Meet at the gate.' })
  const { events } = await admin.events({ campaign: campaign.id })
  expect(events.map(({ title }) => title)).toEqual(['Walk', 'Picnic'])
})

import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, type WireLink, world, worldOf } from '../support/api.ts'
import { least, versions } from '../support/names.ts'

const ids = { v1: 'v1 §2.1a, v1 §2.4a', v2: 'v2 §2.1a, v2 §2.1b, v2 §2.5a' } as const
const namespace = 'action_network'

for (const version of versions) {
  test(`identifiers, fields, relations and curies follow the namespace (${ids[version]})`, async () => {
    const { service, key, campaign } = world({ namespace })
    expect(service.namespace).toBe(namespace)
    const { id, identifiers } = service.addEvent({ title: 'Tree walk', instructions: 'Boots', campaign }, { key })
    const event = await callerOf(service, key, version).read(id)
    expect(event.identifiers).toEqual([`${namespace}:${id}`])
    expect(event.identifiers).toEqual(identifiers)
    expect(event).toMatchObject({ 'action_network:sponsor': {}, 'action_network:event_campaign_id': campaign.id })
    expect(event).toMatchObject(
      { v1: { 'action_network:event_instructions': 'Boots' }, v2: { 'action_network:hidden': false } }[version],
    )
    expect(hrefOf(event, 'action_network:embed')).toMatch(/\/embed$/)
    expect(hrefOf(event, 'action_network:event_campaign')).toContain(campaign.id)
    const curies = event._links.curies as readonly WireLink[]
    expect(curies.map(({ name }) => name)).toEqual(['osdi', namespace])
    expect(JSON.stringify(event)).not.toContain('platform')
    expect(JSON.stringify(await callerOf(service, key, version).list())).not.toContain('platform')
  })

  test(`the prefix of another namespace is foreign to the service (${ids[version]})`, async () => {
    const { service, key } = world({ namespace })
    const { body } = await callerOf(service, key, version).send(
      'POST',
      '/events',
      least(version, { identifiers: ['platform:7'] }),
    )
    expect(body.identifiers).toEqual(expect.arrayContaining(['platform:7', `${namespace}:${idOf(body, namespace)}`]))
  })
}

test('instructions in version 1 are read under the namespace (v1 §2.1a)', async () => {
  const { send } = worldOf('v1', { namespace })
  const fields = { 'action_network:event_instructions': 'Boots', 'platform:event_instructions': 'No' }
  const { body } = await send('POST', '/events', least('v1', fields))
  expect(body['action_network:event_instructions']).toBe('Boots')
  expect(body).not.toHaveProperty('platform:event_instructions')
})

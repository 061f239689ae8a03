import { expect, test } from 'vitest'
import { document, expectToMatch } from '../support/documents.ts'
import { ask, contractWorld } from '../support/world.ts'

test.each(['v1', 'v2'] as const)(
  'GET of event_campaigns returns a page in the shape of the documentation (%s)',
  async (version) => {
    const { service, groupKey, known } = contractWorld({ perPage: 1 })
    const trees = {
      title: 'Trees for every street',
      description: '<p>Plant one.</p>',
      featured_image_url: 'https://calendar.example.org/trees.jpg',
      host_pitch: '<p>Hold one near you.</p>',
      host_instructions: '<p>Bring gloves.</p>',
      tag_list: ['trees'],
    }
    const campaign = service.addCampaign({ ...trees, key: groupKey })
    service.addCampaign({ title: 'Later', key: groupKey })
    const event = service.addEvent({ title: 'Tree walk', campaign }, { key: groupKey })
    service.attend(event, 2)
    const { json } = await ask(service, version, groupKey.token, 'GET /event_campaigns')
    const seen = expectToMatch(json, document(`${version}/event-campaigns-first`), known)
    expect(seen['<event_campaign_id>']).toBe(campaign.id)
  },
)

test.each(['v1', 'v2'] as const)(
  'GET of one event campaign returns what a POST to event_campaigns returned (%s)',
  async (version) => {
    const { service, groupKey, known } = contractWorld()
    const send = (line: string, body?: unknown) => ask(service, 'v2', groupKey.token, line, body)
    const made = await send('POST /event_campaigns', document('v2/create-campaign-request'))
    const seen = expectToMatch(made.json, document('v2/event-campaign'), known)
    const path = `/event_campaigns/${seen['<event_campaign_id>']}`
    const { json } = await ask(service, version, groupKey.token, `GET ${path}`)
    expectToMatch(json, document(`${version}/event-campaign`), {
      ...known,
      '<event_campaign_id>': seen['<event_campaign_id>'] ?? '',
    })
    const changed = await send(`PUT ${path}`, document('v2/update-campaign-request'))
    expect(changed.json).toMatchObject({ title: 'Spring clean-up, all rivers', tag_list: ['rivers'] })
    expect(changed.json).not.toHaveProperty('description')
  },
)

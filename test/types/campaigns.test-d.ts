import {
  type CampaignReference,
  type CreateOptions,
  type EventCampaignV1,
  type EventCampaignV2,
  EventsV1,
  EventsV2,
  embeddedOf,
  type NewEventCampaignV2,
  type OwnFieldsOfEventCampaignV1,
  type OwnFieldsOfEventCampaignV2,
  ownOf,
} from 'osdi-events'
import { expectTypeOf, test } from 'vitest'

const options = { baseUrl: 'https://events.example.org', apiKey: 'key', namespace: 'action_network' } as const
const one = new EventsV1(options)
const two = new EventsV2(options)

test('event campaigns have the names of the version and the own fields of the namespace', () => {
  expectTypeOf<EventCampaignV1<'platform'>['summary']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<EventCampaignV2<'platform'>['title']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<EventCampaignV2<'action_network'>['action_network:hidden']>().toEqualTypeOf<boolean | null | undefined>()
  expectTypeOf<EventCampaignV2<'x'>['x:sponsor']>().toEqualTypeOf<
    { title?: string | null; url?: string | null } | null | undefined
  >()
  expectTypeOf(two.campaign('c1')).resolves.toEqualTypeOf<EventCampaignV2<'action_network'>>()
})

test('ownOf and embeddedOf know the event campaigns of both versions', async () => {
  for await (const page of two.campaigns().pages()) {
    expectTypeOf(embeddedOf(page, 'action_network:event_campaigns')).toEqualTypeOf<
      EventCampaignV2<'action_network'>[]
    >()
  }
  expectTypeOf(ownOf(await two.campaign('c1'))).toEqualTypeOf<OwnFieldsOfEventCampaignV2>()
  expectTypeOf(ownOf(await one.campaign('c1'))).toEqualTypeOf<OwnFieldsOfEventCampaignV1>()
})

test('filters, references and fields of event campaigns compile only for what the version has', () => {
  two.campaigns({ filter: { title: 'Spring', total_events: { gt: 1 }, modified_date: { lt: new Date() } } })
  one.campaigns({ filter: { summary: 'Spring', modified_at: { lt: new Date() } } })
  // @ts-expect-error: events have a start, event campaigns do not
  two.campaigns({ filter: { start_date: '2026-05-01T00:00:00' } })
  // @ts-expect-error: a name of version 2
  one.campaigns({ filter: { title: 'Spring' } })
  // @ts-expect-error: a list of event campaigns has no event campaign
  two.campaigns({ campaign: 'c1' })
  expectTypeOf<EventCampaignV2>().toExtend<CampaignReference>()
  expectTypeOf<EventCampaignV1>().toExtend<CampaignReference>()
  expectTypeOf<{ title: string; location: { venue: string } }>().not.toExtend<CampaignReference>()
  expectTypeOf<{ title: string }>().not.toExtend<NewEventCampaignV2>()
})

test('version 1 has no type for what it does not write', () => {
  expectTypeOf(one.createCampaign).parameter(0).toBeNever()
  expectTypeOf(one.updateCampaign).parameter(1).toBeNever()
  expectTypeOf<Parameters<typeof one.create>[1]>().toEqualTypeOf<CreateOptions<never> | undefined>()
  expectTypeOf<Parameters<typeof two.create>[1]>().toEqualTypeOf<CreateOptions | undefined>()
})

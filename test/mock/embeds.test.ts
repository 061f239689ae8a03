import { expect, test } from 'vitest'
import { callerOf, hrefOf, worldOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

const kinds = ['standard', 'full'].flatMap((size) =>
  ['default', 'layout_only', 'no'].map((styles) => `embed_${size}_${styles}_styles`),
)

const hostile = '<img src=x onerror=alert(1)><script src="https://evil.example/x.js"></script> & "friends"'

for (const version of versions) {
  test(`GET of the embed of an event or a campaign returns six texts of HTML and the links self and curies (${version})`, async () => {
    const { service, key, send } = worldOf(version)
    const { baseUrl } = service
    const campaign = service.addCampaign({ title: hostile, description: hostile, key })
    const event = service.addEvent({ title: hostile, description: hostile }, { key })
    for (const [path, kind, id] of [
      [`events/${event.id}`, 'event', event.id],
      [`event_campaigns/${campaign.id}`, 'event_campaign', campaign.id],
    ] as const) {
      const { body: resource } = await send('GET', `/${path}`)
      const { status, body } = await send('GET', hrefOf(resource, 'platform:embed') ?? '')
      const { _links: links, ...texts } = body
      expect([status, Object.keys(texts)]).toEqual([200, kinds])
      expect(Object.keys(links)).toEqual(['self', 'curies'])
      expect(hrefOf(body, 'self')).toBe(`${baseUrl}/api/${version}/${path}/embed`)
      const link = (name: string) => `<link href='${baseUrl}/css/${name}.css' rel='stylesheet' type='text/css' />`
      const styles = { default: link('style-embed-v3'), layout_only: link('style-embed-whitelabel-v3'), no: '' }
      const sizes = { standard: '', full: '&style=full' }
      // The texts of the event are in no code: the script fetches them.
      for (const [size, query] of Object.entries(sizes))
        for (const [style, sheet] of Object.entries(styles))
          expect(texts[`embed_${size}_${style}_styles`]).toBe(
            `${sheet}<script src='${baseUrl}/widgets/v5/${kind}/${id}?format=js&source=widget${query}'></script>` +
              `<div id='can-${kind}-area-${id}' style='width: 100%'></div>`,
          )
    }
  })

  test(`GET of the embed of another owner's event or campaign answers 404 (${version})`, async () => {
    const { service, key, individualKey } = worldOf(version)
    const campaign = service.addCampaign({ title: 'Spring', key })
    const event = service.addEvent({ title: 'Walk' }, { key })
    for (const path of [`/events/${event.id}/embed`, `/event_campaigns/${campaign.id}/embed`])
      expect((await callerOf(service, individualKey, version).send('GET', path)).status).toBe(404)
  })
}

// @module-tag night
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { expect, test } from 'vitest'
import { root } from '../../support/built.ts'
import { chromiumOptions } from '../../support/chromium.ts'
import { loopback } from '../../support/loopback.ts'
import { realAddress } from '../../support/real-address.ts'

test('the form of a web page records an RSVP without a key, and the script of an embed code that is inserted as HTML does not run', async ({
  skip,
}) => {
  skip(!existsSync(chromiumOptions.executablePath ?? chromium.executablePath()), 'This machine does not have Chromium.')
  await using at = await realAddress('--events', '0')
  const { admin, key } = at
  const picnic = await admin.addEvent({ title: 'Picnic' }, { key })
  const { body } = await admin.preview(`/api/v2/events/${picnic.id}/embed`)
  const { embed_full_no_styles: embed } = body as { embed_full_no_styles: string }
  await using site = await loopback((request, response) => {
    const page = request.url === '/event.json' ? JSON.stringify({ id: picnic.id, embed }) : undefined
    response
      .writeHead(200, { 'Content-Type': page ? 'application/json' : 'text/html; charset=utf-8' })
      .end(page ?? readFileSync(join(root, 'test/programs/web/event.html')))
  })
  await using browser = await chromium.launch({ ...chromiumOptions, proxy: { server: at.env.HTTPS_PROXY ?? '' } })
  // A browser does not read the certificates that the variables name.
  const page = await browser.newPage({ ignoreHTTPSErrors: true })
  page.setDefaultTimeout(10_000)
  await page.goto(site.url)
  const area = page.locator(`#can-event-area-${picnic.id}`)
  await area.waitFor({ state: 'attached' })
  expect(await area.innerHTML()).toBe('')

  await page.fill('[name=given_name]', 'Zoë')
  await page.fill('[name=email]', 'zoe@example.org')
  await page.fill('[name=guests]', '2')
  await page.click('button')
  await page.getByText('Thank you!').waitFor()
  const { people } = await admin.people({ event: picnic.id })
  expect(people).toMatchObject([
    { given_name: 'Zoë', email_address: 'zoe@example.org', custom_fields: { guests: '2' } },
  ])
  expect((await admin.requests({})).map(({ method, path }) => [method, path.split('/').at(-1)])).toEqual([
    ['OPTIONS', 'attendances'],
    ['POST', 'attendances'],
  ])

  // A page that runs the script asks for it, and gets nothing: the mock does not serve it.
  await page.evaluate((code) => document.body.append(document.createRange().createContextualFragment(code)), embed)
  await expect
    .poll(async () => (await admin.requests({ status: 404 })).map(({ path }) => path))
    .toEqual([`/widgets/v5/event/${picnic.id}`])
})

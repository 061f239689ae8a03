import { expect, test } from '@playwright/test'
import { mockAdmin } from 'osdi-events/mock'

const admin = mockAdmin('http://127.0.0.1:4010')

// Without events, faults and requests of the test before.
test.beforeEach(() => admin.reset())

test('the page shows the added event', async ({ page }) => {
  await admin.addEvent({ title: 'Picnic', start_date: '2999-06-20T12:00:00', location: { locality: 'Chicago' } })
  await page.goto('/events')
  await expect(page.getByRole('listitem')).toContainText(['Picnic'])
})

test('the page says that the service is down', async ({ page }) => {
  await admin.faults.add({ effect: { kind: 'status', status: 503 } })
  await page.goto('/events')
  await expect(page.getByRole('heading')).toHaveText('We cannot show our events right now')
})

// Compare a service with the mock
import { checkService, createMockService } from 'osdi-events/mock'

// This one stands for a real service.
const service = createMockService({
  events: 30,
  assumptions: { notFound: 403, order: 'newest first' },
})
const { baseUrl, fetch } = service
const apiKey = service.seeded.group.token

const { client, findings, requests } = await checkService({
  baseUrl,
  apiKey,
  fetch,
  rateLimit: undefined,
})
console.log(requests, 'requests; a client reads it:', client.reads)
for (const { title, outcome, mock, service: seen } of findings)
  if (outcome === 'different')
    console.log(title, '· assumed:', mock, '· service:', seen)

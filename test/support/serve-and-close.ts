import { createMockService } from '../../mock-server/index.ts'
import { serve } from '../../mock-server/standalone.ts'

// A program of its own: it ends when nothing is left to wait for.
const server = await serve(createMockService(), { signal: new AbortController().signal })
const { status } = await fetch(`${server.url}/_mock/worlds`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{"events":2}',
})
await server.close()
console.log(`${status} closed`)

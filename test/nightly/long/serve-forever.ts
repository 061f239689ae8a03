import { createMockService } from '../../../mock-server/index.ts'
import { serve } from '../../../mock-server/standalone.ts'

// A program of its own, to be killed: it changes a served service without end, and so the file that the service is kept in.
const service = createMockService()
const server = await serve(service, { state: process.argv[2] ?? '' })
process.stdout.write('saving\n')
setInterval(() => service.addEvent({ title: 'One more' }, { key: server.keys.group }), 5)

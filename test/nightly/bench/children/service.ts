/** The mock service over a socket. Argument: number of events. */
import { serve } from 'osdi-events/mock/standalone'
import { serviceWith } from '../programs.ts'

const { pages, seconds, service } = serviceWith(Number(process.argv[2]))
const { url } = await serve(service)
process.send?.({ url, key: service.seeded.group.token, pages, seconds })
// Not without the one who measures.
process.once('disconnect', () => process.exit())

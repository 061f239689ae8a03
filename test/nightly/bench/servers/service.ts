/** The mock service over a socket. Arguments: number of events; a file to write ids of some of them to, if any. */
import { writeFileSync } from 'node:fs'
import { serve } from 'osdi-events/mock/standalone'
import { idsOf, serviceWith } from '../mock/service.ts'

const [events = '0', file] = process.argv.slice(2)
const asked = serviceWith(Number(events))
const { pages, seconds, service } = asked
if (file !== undefined) writeFileSync(file, (await idsOf(asked)).join('\n'))
const { url } = await serve(service)
process.send?.({ url, key: service.seeded.group.token, pages, seconds })
// Not without the one who measures.
process.once('disconnect', () => process.exit())

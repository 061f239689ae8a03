/**
 * A service that is asked without a socket, in a process of its own so that another's memory does not slow it down. Argument:
 * number of events. To `{ operation, calls }` it answers what one of so many calls took, its share of collecting garbage included.
 */

import { drawing, timed } from '../measure.ts'
import { newEventOf, serviceWith } from '../programs.ts'

const { pages, seconds, service, get, post } = serviceWith(Number(process.argv[2]))
const draw = drawing()
const ids: string[] = []
for (let read = 0; read < Math.min(pages, 2000); read += 1) {
  const page = await (await get(`?page=${1 + draw(pages)}`)).json()
  for (const { href } of page._links['osdi:events']) ids.push(href.slice(href.lastIndexOf('/') + 1))
}
let made = 0

const operations: Readonly<Record<string, () => Promise<Response>>> = {
  'first page': () => get('?page=1'),
  'middle page': () => get(`?page=${pages >> 1}`),
  'last page': () => get(`?page=${pages}`),
  'any page': () => get(`?page=${1 + draw(pages)}`),
  'any event': () => get(`/${ids[draw(ids.length)]}`),
  'new event': () => post(newEventOf(++made)),
  // With a change in between: what is shared until then has to be parted.
  'snapshot, new event, restore': async () => {
    const before = service.snapshot()
    const answer = await post(newEventOf(++made))
    service.restore(before)
    return answer
  },
}

process.on('message', async ({ operation, calls }: { operation: string; calls: number }) => {
  const ask = operations[operation]
  if (!ask) throw new Error(`${operation}: is no operation`)
  const round = await timed(calls, async () => {
    const answer = await ask()
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${text}`)
  })
  process.send?.(round)
})
process.send?.({ seconds })
// Not without the one who measures.
process.once('disconnect', () => process.exit())

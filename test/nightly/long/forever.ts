import { readFileSync } from 'node:fs'
import { createMockService } from '../../../mock-server/index.ts'
import { removeLeftovers, replaceFile } from '../../../mock-server/server/replace-file.ts'
import { serve } from '../../../mock-server/standalone.ts'

// A program of its own, to be killed. Arguments: what it does without end, and the file that a service is kept in.
const [what, path = ''] = process.argv.slice(2)

/** Changes a served service, and so its file. */
async function change(): Promise<void> {
  const service = createMockService()
  const server = await serve(service, { state: path })
  process.stdout.write('saving\n')
  setInterval(() => service.addEvent({ title: 'One more' }, { key: server.keys.group }), 5)
}

/** Saves one state after the other, each with its number in the title of every event. */
async function save(): Promise<void> {
  const state = JSON.parse(readFileSync(path, 'utf8')) as { events: { title: string }[] }
  let number = Number(state.events[0]?.title)
  function* pieces() {
    const text = JSON.stringify(state)
    for (let at = 0; at < text.length; at += 32_768) yield text.slice(at, at + 32_768)
  }
  await removeLeftovers(path)
  process.stdout.write('saving\n')
  for (;;) {
    number += 1
    for (const event of state.events) event.title = String(number)
    await replaceFile(path, pieces())
  }
}

await (what === 'save' ? save() : change())

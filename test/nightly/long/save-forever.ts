import { readFileSync } from 'node:fs'
import { removeLeftovers, replaceFile } from '../../../mock-server/server/state/replace.ts'

// A program of its own, to be killed: it saves one state after the other, each with its number in the title of every event.
const path = process.argv[2] ?? ''
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

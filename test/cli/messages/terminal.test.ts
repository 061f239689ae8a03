import { test } from 'vitest'
import { ran } from '../../support/command-line.ts'
import { Messages } from '../../support/messages.ts'

const commands = [
  ...['list', 'get', 'campaigns', 'attendances', 'export', 'create', 'update', 'upsert', 'rsvp'],
  ...['doctor', 'check', 'mock', 'record'],
]

test('messages of src/cli/terminal: the help of each command', async () => {
  const messages = new Messages('src/cli/terminal')
  for (const args of [['--help'], ...commands.map((command) => [command, '--help'])]) {
    messages.about(args[0] === '--help' ? 'The commands' : `${args[0]}`)
    await messages.ran({ ran }, args, { columns: 80, env: { NO_COLOR: '1' } })
  }
  await messages.isIn('terminal.txt')
})

import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { test } from 'vitest'
import { commandLine, ran, started } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { Messages } from '../../support/messages.ts'

const quiet = { NO_COLOR: '1' }

test('messages of src/cli/test: mock and record', async () => {
  const messages = new Messages('src/cli/test: mock and record')
  const cli = commandLine({ events: 3 })
  await using folder = await temporaryFolder()
  messages.hide(folder.path, '/FOLDER')

  messages.about('mock: flags that are wrong')
  await messages.refused(cli, [
    ...['mock --port abc', 'mock --port 70000 -- echo', 'mock --port -1', 'mock --events 1.5', 'mock --events=1e3'],
    ...['mock --events 1000000000', 'mock --per-page 0', 'mock --namespace osdi', 'mock --group-key schlüssel'],
    ...['mock --individual-key schlüssel', 'mock --group-key same --individual-key same', 'mock --now yesterday'],
    ...['mock --latency soon', 'mock --allow-host http://mock.test', 'mock --rate-limit 0', 'mock --preset other'],
    ...['mock --base-url actionnetwork.org', 'mock --base-url ftp://actionnetwork.org'],
    ...['mock --base-url https://actionnetwork.org?x=1', 'mock --intercept', 'mock --intercept -- true'],
    'mock --preset action-network --base-url http://127.0.0.1:4010 --intercept -- true',
    'mock --pass-host example.org -- true',
    'mock --preset action-network --no-intercept --pass-host example.org -- true',
    'mock --preset action-network --pass-host https://example.org -- true',
    'mock --preset action-network --pass-host ActionNetwork.org -- true',
  ])

  messages.about('mock: ports, hosts and state files that do not work')
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  messages.hide(`${port}`, 'PORT')
  await messages.ran({ ran }, `mock --port ${port}`)
  taken.close()
  for (const host of ['203.0.113.9', 'no-such-host.invalid'])
    await messages.ran({ ran }, `mock --port 0 --host ${host}`)
  const state = folder.file('state.json')
  const withState = async (content: string) => {
    writeFileSync(state, content)
    await messages.ran({ ran }, `mock --port 0 --state ${state}`)
  }
  await withState('{ "format": "osdi-ev')
  await withState('{"format":"osdi-events mock state","version":99}')
  await withState('')
  await withState(JSON.stringify(commandLine({ events: 1, namespace: 'action_network' }).service.snapshot().toJSON()))
  await messages.ran({ ran }, `mock --port 0 --state ${folder.path}`)
  await messages.ran({ ran }, `mock --port 0 --state ${folder.file('no-such-folder/state.json')}`)

  messages.about('mock: on a terminal')
  const onTerminal = async (...args: string[]) => {
    await using running = started(['mock', '--port', '0', '--group-key', 'K 1', ...args], { columns: 80, env: quiet })
    const [, url = ''] = await running.until('stdout', /(http:\S+)[\s\S]*Ctrl-C.*\n/)
    running.interrupt('SIGINT')
    const ended = await running.ended
    messages.hide(url, 'http://127.0.0.1:PORT')
    messages.add(['mock', ...args], ended)
  }
  await onTerminal()
  await onTerminal(
    '--preset',
    'action-network',
    '--base-url',
    'https://actionnetwork.org',
    '--no-ui',
    '--events',
    '2000',
  )
  writeFileSync(state, JSON.stringify(commandLine({ events: 1 }).service.snapshot().toJSON()))
  await onTerminal('--state', state)

  messages.about('mock: commands that do not exist')
  await messages.ran({ ran }, 'mock -- no-such-command')
  await messages.ran({ ran }, ['mock', '--', folder.path])

  messages.about('record: command lines that are wrong')
  const remote = 'record --base-url https://events.example.org'
  for (const typed of [
    ...['record', `${remote} --`, `${remote} list -- true`, 'record -- true'],
    ...['record --base-url ftp://events.example.org -- true', 'record --base-url http://events.example.org -- true'],
    ...['record --base-url https://events.example.org?a -- true', `${remote} --pass-host Events.example.org -- true`],
    `${remote} --assumptions no-such-file -- true`,
  ])
    await messages.ran({ ran }, typed)
  await messages.ran({ ran }, [...remote.split(' '), '--namespace', 'a b', '--', 'true'])
  await messages.isIn('mock.txt')
})

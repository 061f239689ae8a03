import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { delimiter, dirname } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { cli, start } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { commandsOf, fenceWith } from '../support/guide.ts'

// The shell commands of the page "Written for the Action Network? Run it here", as they stand.

/** The program of a reader. It prints how many events the service has, and the address of the first. */
const program = (address: string, key: string) => `
  const headers = { 'OSDI-API-Token': ${key} }
  fetch(\`\${${address}}/api/v2/events\`, { headers }).then((response) => response.json()).then((page) => {
    console.log(page.total_records, page._links['osdi:events'][0].href)
  })
`

/** A project that has the package, and the program of a reader under several names. */
async function project() {
  const folder = await temporaryFolder()
  mkdirSync(folder.file('node_modules/.bin'), { recursive: true })
  symlinkSync(cli, folder.file('node_modules/.bin/osdi-events'))
  writeFileSync(folder.file('sync.js'), program('process.env.EVENTS_BASE_URL', 'process.env.EVENTS_API_KEY'))
  writeFileSync(folder.file('program.mjs'), program('"https://actionnetwork.org"', 'process.env.AN_API_TOKEN'))
  writeFileSync(folder.file('tls.mjs'), fenceWith('mock-server', 'createServer(certificate'))
  writeFileSync(folder.file('proxy.mjs'), fenceWith('run-it-here', "on('connect'"))
  copyFileSync('/etc/hosts', folder.file('hosts'))
  const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  return {
    ...folder,
    shell: (script: string) => start('sh', ['-ec', script], env, folder.path).ended,
    /**
     * Runs a script in a network of its own, where all ports are free, the small ones too. Everything that it starts ends with it.
     */
    inOwnNetwork: (script: string) =>
      start('unshare', [...ownNetwork, 'sh', '-ec', `ip link set lo up\n${script}`], env, folder.path).ended,
  }
}

/** Flags of `unshare`: a user, a network, mounts and processes that the rest of the machine does not see. */
const ownNetwork = ['--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child'] as const

/** Skips the test, with the reason, on a machine without private networks or without `openssl`. */
function needsOwnNetwork({ skip }: TestContext): void {
  const tried = spawnSync('unshare', [...ownNetwork, 'sh', '-c', 'ip link set lo up && openssl version'], {
    stdio: 'ignore',
  })
  skip(tried.status !== 0, 'This machine does not have openssl, or does not let this user make a network with unshare.')
}

const [openssl = ''] = commandsOf(fenceWith('mock-server', 'openssl req', 'sh'))

/** Starts a server of the guide, as in a terminal of its own, and waits until it says where it listens. If it ends before, so does the script. */
const terminal = (command: string, output: string) => `
${command} > ${output} &
until grep -qE '"url"|port' ${output}; do kill -0 $!; sleep 0.05; done
`
/** The key that a reader copies from the first line of the mock. */
const key = `AN_API_TOKEN=$(sed -n 's/.*"group":"\\([^"]*\\)".*/\\1/p' mock.txt); export AN_API_TOKEN\n`

test('the command of the guide for a program with a setting for the address runs the program against the mock', async () => {
  await using at = await project()
  const { code, stdout } = await at.shell(fenceWith('run-it-here', 'sync.js', 'sh').trim())
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^60 http:\/\/127\.0\.0\.1:\d+\/api\/v2\/events\/[\da-f-]+\n$/),
  ])
})

test('the first command of the guide serves the mock at the port that the guide names', async (context) => {
  needsOwnNetwork(context)
  await using at = await project()
  const command = commandsOf(fenceWith('run-it-here', '--rate-limit off --port 4010\n', 'sh'))[0] ?? ''
  const set = 'EVENTS_BASE_URL=http://127.0.0.1:4010 EVENTS_API_KEY=$AN_API_TOKEN'
  const { stdout } = await at.inOwnNetwork(`${terminal(command, 'mock.txt')}${key}${set} node sync.js`)
  expect(stdout).toMatch(/^60 http:\/\/127\.0\.0\.1:4010\/api\/v2\/events\/[\da-f-]+\n$/)
})

test('the commands of the guide for a proxy lead a program with a fixed address to the mock', async (context) => {
  needsOwnNetwork(context)
  await using at = await project()
  const [mock = '', tls = '', proxy = ''] = commandsOf(fenceWith('run-it-here', 'node proxy.mjs', 'sh'))
  const [start = ''] = commandsOf(fenceWith('run-it-here', 'program.mjs', 'sh'))
  const servers = terminal(mock, 'mock.txt') + terminal(tls, 'tls.txt') + terminal(proxy, 'proxy.txt')
  const { stdout } = await at.inOwnNetwork(`${openssl} 2> openssl.txt\n${servers}${key}${start}`)
  expect(stdout).toMatch(/^60 https:\/\/actionnetwork\.org\/api\/v2\/events\/[\da-f-]+\n$/)
})

test('with the TLS server and the line in /etc/hosts of the guide, a program with a fixed address needs no proxy', async (context) => {
  needsOwnNetwork(context)
  await using at = await project()
  const [mock = '', tls = ''] = commandsOf(fenceWith('mock-server', 'node tls.mjs', 'sh'))
  const hosts = `printf '127.0.0.1 actionnetwork.org\\n' >> hosts; mount --bind hosts /etc/hosts\n`
  const servers = terminal(mock, 'mock.txt') + terminal(tls, 'tls.txt')
  const { stdout } = await at.inOwnNetwork(
    `${openssl} 2> openssl.txt\n${hosts}${servers}${key}NODE_EXTRA_CA_CERTS=cert.pem node program.mjs`,
  )
  expect(stdout).toMatch(/^60 https:\/\/actionnetwork\.org\/api\/v2\/events\/[\da-f-]+\n$/)
})

test('the proxy of the guide refuses every host name except actionnetwork.org', async () => {
  await using folder = await temporaryFolder()
  writeFileSync(folder.file('proxy.mjs'), fenceWith('run-it-here', "on('connect'"))
  await using proxy = start(process.execPath, ['proxy.mjs', '0'], {}, folder.path)
  const [, port] = await proxy.until('stdout', /port (\d+)/)
  const connected = request({ host: '127.0.0.1', port, method: 'CONNECT', path: 'events.example.org:443' }).end()
  const [{ statusCode }] = (await once(connected, 'connect')) as [IncomingMessage]
  expect(statusCode).toBe(403)
})

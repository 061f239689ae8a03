import { writeFileSync } from 'node:fs'
import { delimiter, dirname, extname, join } from 'node:path'
import { mockAdmin } from 'osdi-events/mock'
import { root } from './built.ts'
import { certificateOfActionNetwork } from './certificate.ts'
import { mock, start } from './cli.ts'
import { temporaryFolder } from './folder.ts'
import { commandsOf, fenceWith } from './guide.ts'

/** The commands of the guide that start a program behind the proxy, by the program's file extension. */
const commands = new Map(
  commandsOf(fenceWith('run-it-here', 'python3 program.py', 'sh')).map((command) => [extname(command), command]),
)

/** A shell command that forgets the proxies of this machine. */
const withoutProxy = 'unset HTTPS_PROXY HTTP_PROXY ALL_PROXY NO_PROXY https_proxy http_proxy all_proxy no_proxy'

/**
 * `osdi-events mock --preset action-network`, which programs reach at `https://actionnetwork.org` through the two servers of the guides. Its
 * clock stands still, except that each write moves it by one second. Disposal ends all three processes and removes the folder.
 *
 * @param flags - further flags of `osdi-events mock`
 */
export async function realAddress(...flags: readonly string[]) {
  await using starting = new AsyncDisposableStack()
  const folder = starting.use(await temporaryFolder())
  writeFileSync(folder.file('cert.pem'), certificateOfActionNetwork.cert)
  writeFileSync(folder.file('key.pem'), certificateOfActionNetwork.key)
  writeFileSync(folder.file('tls.mjs'), fenceWith('mock-server', 'createServer(certificate'))
  writeFileSync(folder.file('proxy.mjs'), fenceWith('run-it-here', "on('connect'"))
  const { url, keys } = starting.use(
    await mock(
      ...['--preset', 'action-network', '--base-url', 'https://actionnetwork.org', '--rate-limit', 'off'],
      ...['--now', '2026-05-01T12:00:00Z', '--no-ui', ...flags],
    ),
  )
  /** Starts a server of the guides, and returns its port. */
  const portOf = async (file: string, behind: string) => {
    const server = starting.use(start(process.execPath, [file, '0', behind], {}, folder.path))
    const [, port = ''] = await server.until('stdout', /port (\d+)/)
    return port
  }
  const proxy = await portOf('proxy.mjs', await portOf('tls.mjs', new URL(url).port))
  // The Node of the tests.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const started = (path: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
    const command = commands.get(extname(path))
    if (!command) throw new Error(`The guide has no command for ${path}`)
    const line = command.replace(/(127\.0\.0\.1:|proxyPort=)8080/, `$1${proxy}`).replace(/program\.\w+$/i, '"$0" "$@"')
    const words = ['-c', `${withoutProxy}; ${line}`, join(root, 'test/programs', path), ...args]
    return start('sh', words, { PATH, AN_API_TOKEN: keys.group, ...env }, folder.path)
  }
  const stack = starting.move()
  return {
    /** Where the mock itself listens. */
    url,
    admin: mockAdmin(url),
    key: keys.group,
    /** A folder of its own, in which the programs run. */
    folder,
    /**
     * Starts a program of `test/programs` with the guide's command for its language. It finds the group's key in `AN_API_TOKEN`, unless `env`
     * has another value.
     */
    start: started,
    /** Runs a program as `start` does, until it ends. */
    run: (...of: Parameters<typeof started>) => started(...of).ended,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

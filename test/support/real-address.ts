import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mockAdmin } from 'osdi-events/mock'
import { root } from './built.ts'
import { certificateOfActionNetwork } from './certificate.ts'
import { mock, start } from './cli.ts'
import { temporaryFolder } from './folder.ts'
import { fenceWith } from './guide.ts'

/** The variables that lead the programs of all languages to a proxy. */
const variablesOf = (proxy: string, certificate: string) => ({
  HTTPS_PROXY: proxy,
  https_proxy: proxy,
  // Ruby before 3.4 looks only at this one.
  http_proxy: proxy,
  NO_PROXY: '',
  no_proxy: '',
  SSL_CERT_FILE: certificate,
  CURL_CA_BUNDLE: certificate,
  NODE_USE_ENV_PROXY: '1',
  NODE_EXTRA_CA_CERTS: certificate,
})

/**
 * `osdi-events mock --preset action-network`, which programs reach at `https://actionnetwork.org` through the two servers of the guides. Its
 * clock stands still, except that each write moves it by one second. Disposal ends all three processes and removes the folder.
 *
 * @param flags - further flags of `osdi-events mock`
 */
export async function realAddress(...flags: readonly string[]) {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder())
  writeFileSync(folder.file('cert.pem'), certificateOfActionNetwork.cert)
  writeFileSync(folder.file('key.pem'), certificateOfActionNetwork.key)
  writeFileSync(folder.file('tls.mjs'), fenceWith('mock-server', 'createServer(certificate'))
  writeFileSync(folder.file('proxy.mjs'), fenceWith('run-it-here', "on('connect'"))
  const running = await mock(
    ...['--preset', 'action-network', '--base-url', 'https://actionnetwork.org', '--rate-limit', 'off'],
    ...['--now', '2026-05-01T12:00:00Z', '--no-ui', ...flags],
  )
  stack.use(running)
  const { url, keys } = running
  /** Starts a server of the guides, and returns its port. */
  const portOf = async (file: string, behind: string) => {
    const server = stack.use(start(process.execPath, [file, '0', behind], {}, folder.path))
    const [, port = ''] = await server.until('stdout', /port (\d+)/)
    return port
  }
  const proxy = await portOf('proxy.mjs', await portOf('tls.mjs', new URL(url).port))
  const variables = variablesOf(`http://127.0.0.1:${proxy}`, folder.file('cert.pem'))
  return {
    admin: mockAdmin(url),
    key: keys.group,
    /** An own folder, in which the programs run. */
    folder,
    /** Runs a program of `test/programs` until it ends. */
    run: ([command, ...args]: readonly [string, ...string[]], env: Readonly<Record<string, string>> = {}) =>
      start(command, args, { ...variables, ...env }, folder.path).ended,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The path of a program in `test/programs`. */
export const programAt = (path: string) => join(root, 'test/programs', path)

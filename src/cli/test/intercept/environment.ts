import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { type PreloadSettings, preloadOf } from './preload.ts'
import { prependOf } from './prepend.ts'
import { truststoreOf, truststorePassword } from './truststore.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** What programs must be led to, and whom they must trust. */
export interface Led extends PreloadSettings {
  readonly proxyPort: number
  /** A host that programs reach without the proxy. */
  readonly direct: string | undefined
  /** Certificate of the authority, as PEM; undefined where the intercepted address has no TLS. */
  readonly authority: string | undefined
}

/**
 * The variables that lead programs in any language to the proxy. Writes the files that they name into a folder. Certificates and settings of
 * the user's own variables stay in force, except those of proxies, which could lead out of this machine.
 */
export async function environmentFor(led: Led, folder: string, own: Variables): Promise<Variables> {
  const write = async (name: string, content: string | Buffer): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }
  const { proxyPort, authority } = led
  const proxy = `http://127.0.0.1:${proxyPort}`
  const directHosts = led.direct === undefined ? [] : [led.direct]
  const direct = ['localhost', '127.0.0.1', '::1', ...directHosts].filter((host) => host !== led.host).join(',')
  const names = {
    ...{ https_proxy: proxy, http_proxy: proxy, all_proxy: proxy, no_proxy: direct },
    ...{ HTTPS_PROXY: proxy, HTTP_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: direct },
  }
  const after = (name: string, more: string, between = ' ') =>
    own[name] ? { [name]: `${own[name]}${between}${more}` } : { [name]: more }
  const preload = await write('preload.cjs', preloadOf({ ...led, passHosts: [...led.passHosts, ...directHosts] }))
  const prepend = await write('prepend.php', prependOf(proxyPort))
  const java = ['http', 'https'].flatMap((scheme) => [
    `-D${scheme}.proxyHost=127.0.0.1`,
    `-D${scheme}.proxyPort=${proxyPort}`,
  ])
  const php = [`auto_prepend_file=${JSON.stringify(prepend)}`]
  const trusted: Record<string, string> = {}
  if (authority !== undefined) {
    // Without other hosts, public authorities are of no use, and many programs read them again for each request.
    const roots = led.passHosts.length > 0 ? rootCertificates : []
    const all = await write('certificates.pem', [authority, ...roots].join('\n'))
    for (const name of ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']) {
      const users = await contentOf(own[name])
      trusted[name] = users === undefined ? all : await write(`${name}.pem`, `${authority}\n${users}`)
    }
    const store = await write('certificates.jks', truststoreOf([authority, ...roots]))
    java.push(
      `-Djavax.net.ssl.trustStore=${/\s/.test(store) ? `"${store}"` : store}`,
      '-Djavax.net.ssl.trustStoreType=JKS',
      `-Djavax.net.ssl.trustStorePassword=${truststorePassword}`,
    )
    php.push(`openssl.cafile=${JSON.stringify(all)}`, `curl.cainfo=${JSON.stringify(all)}`)
  }
  await write('php.ini', `${php.join('\n')}\n`)
  return {
    ...names,
    ...trusted,
    // Quotes, because the path may contain spaces.
    ...after('NODE_OPTIONS', `--require=${JSON.stringify(preload)}`),
    ...after('JAVA_TOOL_OPTIONS', java.join(' ')),
    // An empty entry stands for the folder of the installation.
    PHP_INI_SCAN_DIR: `${own.PHP_INI_SCAN_DIR ?? ''}${delimiter}${folder}`,
  }
}

/** Content of a file of the user; undefined if no file is named, or if it cannot be read. A program would then find nothing in it either. */
const contentOf = async (path: string | undefined): Promise<string | undefined> =>
  path ? readFile(path, 'utf8').catch(() => undefined) : undefined

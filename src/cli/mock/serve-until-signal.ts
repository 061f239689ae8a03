import { once } from 'node:events'
import type { MockHttpServer } from 'osdi-events/mock/standalone'
import { type Io, oneLine, print, say } from '../io.ts'
import type { MockFlags } from './flags.ts'
import type { ServedMock } from './start.ts'

/** Prints the address of the service, and closes the service after a signal. Resolves with the exit code. */
export async function serveUntilSignal({ server, end }: ServedMock, flags: MockFlags, io: Io): Promise<number> {
  const { url, keys } = server
  try {
    const { preset, baseUrl } = flags
    const served = { url, keys: { group: keys.group, individual: keys.individual }, preset, baseUrl }
    await print(io, `${JSON.stringify(served)}\n`)
  } catch (error) {
    await end()
    throw error
  }
  io.stderr.write(bannerOf(server, flags, { colours: io.stderr.isTTY === true && !io.env.NO_COLOR }))
  if (!io.signal.aborted) await once(io.signal, 'abort')
  say(io, 'closing; a second signal ends the service at once')
  return await end()
}

const presetNames = { 'action-network': 'the Action Network' } satisfies Record<
  NonNullable<MockFlags['preset']>,
  string
>

interface BannerOptions {
  readonly colours: boolean
}

/** Text for a person when the service listens: addresses, keys and an example request. */
export function bannerOf({ url, keys }: MockHttpServer, flags: MockFlags, { colours }: BannerOptions): string {
  const { preset, baseUrl, state, ui } = flags
  const bold = (text: string) => (colours ? `\u001b[1m${text}\u001b[22m` : text)
  const rows = [
    ...(preset === undefined ? [] : [['imitates', presetNames[preset]]]),
    ...(baseUrl === undefined ? [] : [['links begin at', oneLine(baseUrl)]]),
    ['version 1', `${url}/api/v1/events`],
    ['version 2', `${url}/api/v2/events`],
    ...(ui ? [['explorer', `${url}/`]] : []),
    ['admin', `${url}/_mock/requests`],
    ['group key', keys.group],
    ['individual key', keys.individual],
    ...(state === undefined ? [] : [['state', oneLine(state)]]),
  ]
  const curl = `curl -H ${shellQuoted(`OSDI-API-Token: ${keys.group}`)} ${shellQuoted(`${url}/api/v2/events`)}`
  return [
    '',
    `  ${bold(`The mock service listens on ${url}`)}; Ctrl-C ends it`,
    '',
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(16)}${value}`),
    '',
    `  ${curl}`,
    '',
    '',
  ].join('\n')
}

/**
 * Quotes a word for the shell: with double quotes, which every shell knows, or with single quotes if the word has a character that is special in
 * double quotes.
 */
const shellQuoted = (text: string): string =>
  /^[\w .:/[\]-]+$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`

import { once } from 'node:events'
import type { MockHttpServer } from 'osdi-events/mock/standalone'
import { type Io, print } from '../../run/io.ts'
import { note } from '../../terminal/messages.ts'
import { type Screen, screenOf } from '../../terminal/screen.ts'
import { oneLine } from '../../terminal/text.ts'
import type { MockFlags } from './flags.ts'
import type { ServedMock } from './start.ts'

/**
 * Prints the address of the service, and closes the service after a signal. A terminal gets text for people. Elsewhere, and with `--json`, the first
 * line on standard output is a JSON object for programs. Resolves with the exit code.
 */
export async function serveUntilSignal({ server, end }: ServedMock, flags: MockFlags, io: Io): Promise<number> {
  const screen = screenOf(io.stdout, io.env)
  const isForPeople = screen.width !== undefined && !flags.json
  try {
    await print(io, isForPeople ? bannerOf(server, flags, screen) : `${JSON.stringify(servedOf(server, flags))}\n`)
  } catch (error) {
    await end()
    throw error
  }
  if (!io.signal.aborted) await once(io.signal, 'abort')
  note(io, 'closing; a second signal ends the service at once')
  return await end()
}

/** The JSON object for programs. */
const servedOf = ({ url, keys }: MockHttpServer, { preset, baseUrl, namespace }: MockFlags) => ({
  url,
  keys: { group: keys.group, individual: keys.individual },
  namespace,
  preset,
  baseUrl,
})

const presetNames = { 'action-network': 'the Action Network' } satisfies Record<
  NonNullable<MockFlags['preset']>,
  string
>

/** Text for a person when the service listens: its address, the explorer, and the lines that set the environment of another terminal. */
function bannerOf({ url, keys }: MockHttpServer, flags: MockFlags, { paint }: Screen): string {
  const { preset, baseUrl, state, ui, namespace } = flags
  const rows = [
    ...(ui ? [['Explorer', `${url}/`]] : []),
    ...(preset === undefined ? [] : [['Imitates', presetNames[preset]]]),
    ...(baseUrl === undefined ? [] : [['Links', `begin at ${oneLine(baseUrl)}`]]),
    ...(state === undefined ? [] : [['State', oneLine(state)]]),
  ]
  return [
    `${paint('done', 'Mock service')} on ${paint('strong', url)}`,
    '',
    ...rows.map(([name = '', value = '']) => `  ${paint('dim', name.padEnd(8))}  ${value}`),
    ...(rows.length > 0 ? [''] : []),
    `  export EVENTS_BASE_URL=${shellQuoted(url)}`,
    `  export EVENTS_API_KEY=${shellQuoted(keys.group)}`,
    ...(namespace === 'platform' ? [] : [`  export EVENTS_NAMESPACE=${shellQuoted(namespace)}`]),
    '',
    paint('dim', 'Ctrl-C ends it'),
    '',
  ].join('\n')
}

/** A word as the shell reads it. Text with special characters gets single quotes. */
const shellQuoted = (text: string): string => (/^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

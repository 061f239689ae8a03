import { say } from '../output.ts'
import { print } from '../print.ts'
import { exitCodeOf, onSignal } from '../signals.ts'
import { bannerOf } from './banner.ts'
import type { MockFlags } from './flags.ts'
import type { ServedMock } from './start.ts'

/** Says where the service is, and closes it on SIGINT or SIGTERM; a second one ends the process at once. Gives the exit code. */
export async function serveUntilSignal({ server, end }: ServedMock, flags: MockFlags): Promise<number> {
  const stop = Promise.withResolvers<void>()
  let stopping = false
  // Before the first line: whoever has read it may end us.
  using _ = onSignal((signal) => {
    if (stopping) process.exit(exitCodeOf(signal))
    stopping = true
    stop.resolve()
  })
  const { url, keys } = server
  try {
    await print(`${JSON.stringify({ url, keys: { group: keys.group, individual: keys.individual } })}\n`)
  } catch (error) {
    await end()
    throw error
  }
  process.stderr.write(bannerOf(server, flags, { colours: hasColours() }))
  await stop.promise
  say('closing; a second signal ends it at once')
  return await end()
}

const hasColours = (): boolean => process.stderr.isTTY === true && !process.env.NO_COLOR

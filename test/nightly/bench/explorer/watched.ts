import { folder, loading, served } from '../mock/socket.ts'
import { start } from '../support/child.ts'
import { rates } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import type { Row } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'
import { browserPage } from './page.ts'

/** Requests of a service that an explorer looks at, against one that nobody looks at. Where nobody looks there is nothing to be measured. */
export async function watched(pace: Pace): Promise<readonly Row[]> {
  await using looked = await start('servers/service.ts', ['1000'])
  await using alone = await start('servers/service.ts', ['1000'])
  await using browser = await browserPage()
  await browser.page.goto(`${served(looked).url}/_mock/ui#/requests`)
  await browser.page.getByText('Live').waitFor()
  using files = folder()
  const pages = files.write(
    'pages',
    Array.from({ length: 40 }, (_, page) => `?page=${page + 1}`),
  )
  const get = (child: typeof looked) => {
    const { url, key } = served(child)
    return loading({ script: 'get', url: `${url}/api/v2/events`, args: [key, pages] }, child.pid, pace.seconds)
  }
  const { looking, nobody } = await inTurns({ looking: get(looked), nobody: get(alone) }, pace.rounds)
  return [rates('GET of pages while the explorer shows them live, against nobody looking', looking, nobody, 0.3)]
}

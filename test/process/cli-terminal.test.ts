import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { output, cli as program } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { cliService } from './cli-service.ts'

// The program of that name, which runs another one at a terminal of its own.
const { error, stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' })
const canHaveTerminal = !error && stdout.includes('util-linux')

test.runIf(canHaveTerminal)(
  'on a terminal a line shows pages, events, rate and time left, and a last one what came of it',
  async () => {
    await using cli = await cliService('--events', '60')
    await using folder = await temporaryFolder()
    const { url, keys } = cli.service
    const command = `cd ${folder.path} && EVENTS_BASE_URL=${url} EVENTS_API_KEY=${keys.group} ${process.execPath} ${program} export --out events.ndjson`
    const seen = await output('script', ['-qec', command, '/dev/null'])
    expect(seen).toMatch(/█{20} 3 of 3 pages · 60 of 60 events · [\d,]+ events\/s · 0 s left/)
    expect(seen).toContain('osdi-events: 60 events on 3 pages in events.ndjson\r\n')
    // The cursor is there again.
    expect(seen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(seen.lastIndexOf('\u001b[?25l'))
    expect(seen).not.toContain(keys.group)
  },
)

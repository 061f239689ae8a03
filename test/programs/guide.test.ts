import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { cli, start } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fenceWith } from '../support/guide.ts'
import { needs } from '../support/runtimes.ts'

// The shell commands of the page "Written for the Action Network? Run it here", as they stand.

/** The program of a reader. It prints how many events the service has, and the address of the first. */
const program = `import json, urllib.request
request = urllib.request.Request("https://actionnetwork.org/api/v2/events", headers={"OSDI-API-Token": "a real key"})
page = json.load(urllib.request.urlopen(request))
print(page["total_records"], page["_links"]["osdi:events"][0]["href"])
`

test('the command of the guide leads a program with a fixed address to the mock', async (context) => {
  needs('python3', context)
  await using folder = await temporaryFolder()
  mkdirSync(folder.file('node_modules/.bin'), { recursive: true })
  symlinkSync(cli, folder.file('node_modules/.bin/osdi-events'))
  writeFileSync(folder.file('sync.py'), program)
  const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const { ended } = start('sh', ['-ec', fenceWith('run-it-here', 'sync.py', 'sh').trim()], env, folder.path)
  const { code, stdout, stderr } = await ended
  expect([code, stdout], stderr).toEqual([
    0,
    expect.stringMatching(/^60 https:\/\/actionnetwork\.org\/api\/v2\/events\/[\da-f-]+\n$/),
  ])
})

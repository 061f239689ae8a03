import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { cli, start } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fenceWith } from '../support/guide.ts'
import { needs } from '../support/runtimes.ts'

// The commands of the guides that run other programs against the mock, as they stand. `pages.test.ts` runs those in JavaScript.

/** Runs a command in the folder of a reader, who has installed the package and saved files. */
async function reader(command: string, files: Readonly<Record<string, string>>) {
  await using folder = await temporaryFolder()
  mkdirSync(folder.file('node_modules/.bin'), { recursive: true })
  symlinkSync(cli, folder.file('node_modules/.bin/osdi-events'))
  // As npx does with what is installed, without a look at the registry.
  writeFileSync(folder.file('npx'), `#!/bin/sh\nprogram=$1; shift; exec "node_modules/.bin/$program" "$@"\n`, {
    mode: 0o755,
  })
  symlinkSync(root, folder.file('node_modules/osdi-events'))
  symlinkSync(join(root, 'examples'), folder.file('examples'))
  for (const [name, text] of Object.entries(files)) writeFileSync(folder.file(name), text)
  const env = { PATH: [folder.path, dirname(process.execPath), process.env.PATH].join(delimiter) }
  const { code, stdout, stderr } = await start('sh', ['-ec', command], env, folder.path).ended
  expect(code, stderr).toBe(0)
  const kept = (name: string) => (existsSync(folder.file(name)) ? readFileSync(folder.file(name), 'utf8') : '')
  return { stdout, copied: kept('events.ndjson').match(/\n/g)?.length }
}

const ofReaders = `import json, urllib.request
request = urllib.request.Request("https://actionnetwork.org/api/v2/events", headers={"OSDI-API-Token": "a real key"})
page = json.load(urllib.request.urlopen(request))
print(page["total_records"], page["_links"]["osdi:events"][0]["href"])
`
const ofTests = JSON.stringify({ scripts: { test: 'node -p process.env.EVENTS_BASE_URL' } })
const mockWithPreset = 'npx osdi-events mock --preset action-network --'

/** What a reader has saved before each command, and what the command prints. */
const commands: Readonly<
  Record<string, readonly [files: Readonly<Record<string, string>>, prints: RegExp, needs?: 'python3']>
> = {
  [`${mockWithPreset} python3 sync.py`]: [
    { 'sync.py': ofReaders },
    /^60 https:\/\/actionnetwork\.org\/api\/v2\/events\/[\da-f-]+\n$/,
    'python3',
  ],
  'npx osdi-events mock -- npm test': [{ 'package.json': ofTests }, /^http:\/\/127\.0\.0\.1:\d+\n$/m],
  'npx osdi-events mock -- python3 examples/python/list_events.py': [{}, /^60 events\ncreated \S+\n$/m, 'python3'],
  'npx osdi-events mock --events 10000 -- npx osdi-events export --out events.ndjson': [{}, /^$/],
}

const list = 'npx osdi-events mock -- npx osdi-events list'

test('every command of the guides that runs a program against the mock is tried here', () => {
  const found = readdirSync(join(root, 'docs/guides'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(root, 'docs/guides', name), 'utf8'))
    .flatMap((page) => page.match(/npx osdi-events mock\b[^\n`]* -- [^\n`]+/g) ?? [])
  // The tests of the examples run this one.
  const others = ['npx osdi-events mock -- node main.ts', list]
  const programs = found.filter((command) => !/ -- node [\w-]+\.mjs$/.test(command))
  expect(new Set(programs)).toEqual(new Set([...Object.keys(commands), ...others]))
})

for (const [command, [files, prints, language]] of Object.entries(commands))
  test(`a command of the guides runs as it stands: ${command}`, async (context) => {
    if (language) needs(language, context)
    // Fewer events are copied sooner.
    const { stdout, copied } = await reader(command.replace('--events 10000', '--events 100'), files)
    expect(stdout).toMatch(prints)
    expect(copied).toBe(command.endsWith('--out events.ndjson') ? 100 : undefined)
  })

test('a command of the guide on the command line runs behind npx osdi-events mock --', async () => {
  expect((await reader(list, {})).stdout).toMatch(/^Park picnic, Nashville\t/)
})

test('the Python program of the guide starts the mock and reads its address and its key', async (context) => {
  needs('python3', context)
  const program = fenceWith('mock-server', 'subprocess.Popen', 'python')
  expect((await reader('python3 start.py', { 'start.py': program })).stdout).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+ \S+\n$/,
  )
})

import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { root } from '../support/alias.ts'
import { temporaryFolder } from '../support/folder.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Job extends Pick<Step, 'uses'> {
  readonly 'runs-on'?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
  readonly if?: string
  readonly 'timeout-minutes'?: number
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const filesIn = (folder: string) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`)
const workflows = filesIn('.github/workflows')
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
)
const textOf = (file: string) => readFileSync(`${root}${file}`, 'utf8')

const contentOf = (file: string): Workflow => parse(textOf(file))
const jobsOf = (file: string) => Object.entries(contentOf(file).jobs)

/** GitHub's own checker of workflows. Bundled, because it imports JSON in a way that Node refuses. */
async function checker(): Promise<typeof import('@actions/languageservice')> {
  await using folder = await temporaryFolder()
  const outfile = folder.file('checker.mjs')
  await build({
    stdin: { contents: "export * from '@actions/languageservice'", resolveDir: root },
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
    banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
  })
  return await import(pathToFileURL(outfile).href)
}

const { validate } = await checker()

/** What is wrong with a workflow: unknown keys, wrong values and expressions, jobs that need missing ones. */
async function problemsOf(file: string, text: string): Promise<string[]> {
  const document = TextDocument.create(`file:///${file}`, 'yaml', 1, text)
  return (await validate(document)).map(({ range, message }) => `${range.start.line + 1}: ${message}`)
}

/** The permissions of the workflows that publish, in all their jobs. The others only read the code. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'publish.yml': ['contents: read', 'id-token: write'],
  'site.yml': ['contents: read', 'pages: read', 'pages: write', 'id-token: write'],
}

describe.for(workflows)('%s', (file) => {
  test('is a valid workflow of GitHub', async () => {
    expect(await problemsOf(file, textOf(file))).toEqual([])
  })

  test('uses only actions of GitHub, each pinned to a commit with its version beside', () => {
    const used = [...textOf(file).matchAll(/\buses: (.+)$/gm)].map(([, uses = '']) => uses)
    expect(used.length).toBeGreaterThan(0)
    const pinned = /^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/
    expect(used.filter((uses) => !pinned.test(uses) && !uses.startsWith('./'))).toEqual([])
  })

  test('has only the permissions that it needs, and writes nothing in the repository', () => {
    const { permissions, jobs } = contentOf(file)
    expect(permissions).toBeDefined()
    const grants = [permissions, ...Object.values(jobs).map((job) => job.permissions)]
    const granted = grants.flatMap((grant) => Object.entries(grant ?? {}).map((pair) => pair.join(': ')))
    expect(new Set(granted)).toEqual(new Set(needed[file.replace(/^.*\//, '')] ?? ['contents: read']))
  })

  test('needs nothing that a fork lacks: no secret, variable or runner of its owner', () => {
    expect(textOf(file)).not.toMatch(/\b(?:secrets|vars)\b/)
    const runners = jobsOf(file).map(([, job]) => job['runs-on'])
    expect(runners.filter((runner) => runner !== undefined && runner !== 'ubuntu-24.04')).toEqual([])
  })

  test('runs only existing scripts, each with a time limit', () => {
    for (const [name, job] of jobsOf(file)) {
      if (job.steps) expect(job['timeout-minutes'], name).toBeGreaterThan(0)
      for (const { run = '' } of job.steps ?? []) {
        for (const [, script = ''] of run.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(script)
      }
    }
  })
})

const runsOf = (file: string, job: string) => contentOf(file).jobs[job]?.steps?.flatMap(({ run }) => run ?? []) ?? []

test('the workflow runs every script of .ci/run, and each of them exists', () => {
  expect(textOf('.ci/run')).toContain('node .ci/suites.mjs')
  expect(runsOf('.github/workflows/test.yml', 'suites')).toEqual(['npm ci', 'node .ci/suites.mjs'])
  const planned = [...textOf('.ci/suites.mjs').matchAll(/\b(?:step|suite): '([^']+)'/g)].map(([, name]) => name)
  expect(planned).toContain('test')
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(planned))
})

test('the workflow runs the commands of the README, with a limit of twice the documented time', () => {
  const commands = [...textOf('README.md').matchAll(/^(npm ci && npm \w+) +#(.*)$/gm)]
  const runs = runsOf('.github/workflows/test.yml', 'readme')
  expect(commands.map(([, command]) => command)).toEqual(['npm ci && npm start', 'npm ci && npm test'])
  expect(commands[1]?.[2]).toContain('in about a minute')
  expect([runs.at(0), runs.at(-1)]).toEqual([commands[0]?.[1], `timeout 120 sh -c '${commands[1]?.[1]}'`])
})

test('the workflow runs every nightly suite', () => {
  expect(runsOf('.github/workflows/nightly.yml', 'nightly').at(-1)).toBe('npm run test:nightly')
})

test('the publishing job needs every suite, and publishes with provenance', () => {
  const { publish, test: suites } = contentOf('.github/workflows/publish.yml').jobs
  expect(publish).toMatchObject({ needs: 'test', environment: 'npm' })
  expect(suites?.uses).toBe('./.github/workflows/test.yml')
  expect(publish?.steps?.at(-1)?.run).toBe('npm publish --provenance --access public')
})

test('the site is that of the newest release, and a fork publishes none on a push', () => {
  const { build } = contentOf('.github/workflows/site.yml').jobs
  expect(textOf('.github/workflows/site.yml')).toContain('paths: [src/core/options/user-agent.ts]')
  expect(textOf('scripts/release/write-down.ts')).toContain("'src/core/options/user-agent.ts'")
  expect(build?.if).toBe("github.event_name == 'workflow_dispatch' || !github.event.repository.fork")
  expect(build?.steps?.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm run docs'])
})

test('the check of workflows finds invalid ones', async () => {
  const problems = await problemsOf(
    '.github/workflows/invalid.yml',
    `on:
  push:
  schedule:
    - cron: 17 2 * *
jobs:
  one:
    runs-on: ubuntu-24.04
    permisions: {}
    steps: [runs: ls, { run: 'echo \${{ github.reff }}' }]
  two:
    needs: zero
    runs-on: ubuntu-24.04
    steps: [uses: actions/checkout]
`,
  )
  for (const part of [
    '4: Invalid cron',
    "8: Unexpected value 'permisions'",
    "9: Unexpected value 'runs'",
    'reff',
    "'zero'",
  ])
    expect(problems.join('\n')).toContain(part)
})

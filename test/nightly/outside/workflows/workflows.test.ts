import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../support/alias.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { inSuite, installOutside } from '../installed.ts'

installOutside()

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Job extends Step {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
  readonly 'timeout-minutes'?: number
}

interface Read {
  readonly errors: readonly string[]
  readonly content: {
    readonly permissions?: Readonly<Record<string, string>>
    readonly jobs: Readonly<Record<string, Job>>
  }
}

const filesIn = (folder: string) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`)
const workflows = filesIn('.github/workflows')
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
)
const textOf = (file: string) => readFileSync(`${root}${file}`, 'utf8')

let read: (file: string) => Promise<Read>
const all = new Map<string, Read>()
beforeAll(async () => {
  // No import of its own: its packages may have to be installed first, and no compiler finds them before.
  const reader: string = inSuite('workflows/read.mjs')
  read = ((await import(reader)) as { readonly read: typeof read }).read
  for (const file of workflows) all.set(file, await read(`${root}${file}`))
})
const contentOf = (file: string) => {
  const content = all.get(file)?.content
  if (!content) throw new Error(`${file} was not read`)
  return content
}
const jobsOf = (file: string) => Object.entries(contentOf(file).jobs)

describe.for(workflows)('%s', (file) => {
  test('is a valid workflow of GitHub', () => {
    expect(all.get(file)?.errors).toEqual([])
  })

  test('uses only actions with full versions', () => {
    const used = jobsOf(file).flatMap(([, job]) => [job.uses, ...(job.steps ?? []).map(({ uses }) => uses)])
    const loose = used.filter((uses) => uses && !/@v\d+\.\d+\.\d+$/.test(uses) && !uses.startsWith('./'))
    expect(loose).toEqual([])
  })

  test('has no write permission except for the provenance of a release', () => {
    const content = contentOf(file)
    expect(content.permissions).toBeDefined()
    const grants = [content.permissions, ...Object.values(content.jobs).map((job) => job.permissions)]
    const writes = grants.flatMap((grant) => Object.entries(grant ?? {}).filter(([, right]) => right !== 'read'))
    expect(writes).toEqual(file.endsWith('publish.yml') ? [['id-token', 'write']] : [])
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

test('the check of workflows finds invalid ones', async () => {
  await using folder = await temporaryFolder()
  const file = folder.file('workflows.yml')
  writeFileSync(file, 'on: push\njobs: { one: { runs-on: ubuntu-24.04, permisions: {}, steps: [{ runs: ls }] } }\n')
  const errors = (await read(file)).errors.join()
  expect(errors).toContain("Unexpected value 'permisions'")
  expect(errors).toContain("Unexpected value 'runs'")
})

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { stepsOfBuild, stepsOfSource } from '../../scripts/release/steps.ts'
import { root } from '../support/alias.ts'
import { temporaryFolder } from '../support/folder.ts'

const changelog = `# Changelog

## [Unreleased]

### Added

- A picnic.

### Fixed

- Rain.
`

/** A repository of a package that can be released. */
async function repository() {
  const folder = await temporaryFolder()
  const write = (name: string, text: string) => writeFileSync(folder.file(name), text)
  const read = (name: string) => readFileSync(folder.file(name), 'utf8')
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder.path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const manifest = {
    name: 'picnic',
    version: '0.1.0',
    files: ['index.js'],
    repository: 'https://git.example.org/picnic',
    scripts: { check: 'node -e 0', test: 'node -e "process.exit(1)"' },
  }
  write('package.json', JSON.stringify(manifest, null, 2))
  write('package-lock.json', JSON.stringify({ name: 'picnic', version: '0.1.0', lockfileVersion: 3, packages: {} }))
  write('index.js', 'export {}\n')
  write('secret.txt', 'for nobody\n')
  write('CHANGELOG.md', changelog)
  await mkdir(folder.file('src/core/options'), { recursive: true })
  await mkdir(folder.file('examples/deno'), { recursive: true })
  write('examples/package.json', '{ "dependencies": { "basket": "^1.0.0", "picnic": "^0.1.0" } }\n')
  write('examples/deno/deno.json', '{ "imports": { "picnic": "npm:picnic@^0.1.0" } }\n')
  write('src/core/options/user-agent.ts', "export const version = '0.1.0'\n")
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Somebody')
  git('config', 'user.email', 'somebody@example.org')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'feat: begin')
  const release = (...args: readonly string[]) => {
    const program = [`${root}scripts/release/main.ts`, ...args]
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: folder.path, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  /** Removes or replaces a text in a file. */
  const commit = (name: string, text: RegExp, by = '') => {
    write(name, read(name).replace(text, by))
    git('commit', '--quiet', '--all', '--message', 'chore: change')
  }
  return { release, write, read, git, commit, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] }
}

test('npm run release with --dry-run shows version, checks, changelog and files, and changes nothing', async () => {
  await using picnic = await repository()
  const { status, stdout } = picnic.release('--dry-run', '--checks', 'check')
  expect(stdout).toMatch(/^picnic 0\.1\.0 \(dry run: nothing is changed\)$/m)
  expect(stdout).toMatch(/^ {2}check: passed in \d+ s$/m)
  expect(stdout).toContain('  ### Added\n\n  - A picnic.\n\n  ### Fixed\n\n  - Rain.\n')
  expect(stdout).toMatch(/^Tarball of 0\.1\.0: 2 files, /m)
  expect(stdout).toMatch(/^ {2}index\.js +0\.0 kB$/m)
  expect(stdout).not.toContain('secret.txt')
  expect(stdout).toMatch(
    /^ {2}the tarball, with its build: passed in \d+ s\n {2}the checkout is as before: passed in \d+ s$/m,
  )
  const [, ending = ''] = stdout.split('All is ready but for what only a person can do, in this order:\n')
  expect(ending.split('\n').map((line) => line.slice(0, 2))).toEqual(['1.', '2.', '3.', ''])
  expect(ending).toMatch(
    /^1\. Is https:\/\/git\.example\.org\/picnic the repository\?.+\n2\. .+ npm trust .+\n3\. .+ the tag v0\.1\.0 publishes/,
  )
  expect(status).toBe(0)
  expect([picnic.git('status', '--porcelain'), picnic.git('tag')]).toEqual(['', ''])
  expect(picnic.read('CHANGELOG.md')).toBe(changelog)
})

test('npm run release writes the version in every file that has it, and makes one commit and one tag', async () => {
  await using picnic = await repository()
  expect(picnic.release('minor', '--checks', '')).toMatchObject({ status: 0 })
  expect(picnic.git('log', '-1', '--format=%s')).toBe('chore(release): 0.2.0')
  expect(picnic.git('tag', '--points-at', 'HEAD')).toBe('v0.2.0')
  expect(picnic.git('status', '--porcelain')).toBe('')
  const examples = ['examples/package.json', 'examples/deno/deno.json']
  for (const file of ['package.json', 'package-lock.json', 'src/core/options/user-agent.ts', ...examples]) {
    expect(picnic.read(file)).toContain('0.2.0')
  }
  expect(picnic.read('examples/package.json')).toContain('"basket": "^1.0.0"')
  const today = new Date().toISOString().slice(0, 10)
  expect(picnic.read('CHANGELOG.md')).toContain(`## [Unreleased]\n\n## [0.2.0] - ${today}\n\n### Added\n\n- A picnic.`)
  // A second release of the same changes is refused.
  picnic.write('package.json', picnic.read('package.json').replace('0.2.0', '0.1.0'))
  const { status, stderr } = picnic.release('minor', '--dry-run', '--checks', '')
  expect(status).toBe(1)
  expect(stderr).toContain('the tag v0.2.0 is there already')
  expect(stderr).toContain('CHANGELOG.md has 0.2.0 already')
  expect(stderr).toContain('CHANGELOG.md says nothing under "## [Unreleased]"')
})

test('npm run release refuses a dirty tree, a file that git does not know and an empty section, even with --dry-run', {
  tags: ['night'],
}, async () => {
  await using picnic = await repository()
  picnic.commit('CHANGELOG.md', /\n###.*/s)
  picnic.write('index.js', '1\n')
  picnic.write('new.js', '1\n')
  const { status, stdout, stderr } = picnic.release('--dry-run', '--checks', 'check')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr.match(/not committed:\n|^ +(?: M|\?\?) \S+|says nothing under/gm)).toEqual([
    'not committed:\n',
    '     M index.js',
    '    ?? new.js',
    'says nothing under',
  ])
})

test('npm run release refuses another branch and a package.json without a repository, and with --dry-run says what to do', {
  tags: ['night'],
}, async () => {
  await using picnic = await repository()
  picnic.commit('package.json', /^ +"repository".+\n/m)
  picnic.git('switch', '-qc', 'idea')
  const { status, stderr } = picnic.release('--checks', '')
  expect(status).toBe(1)
  expect(stderr).toContain('made from main, and this is idea')
  expect(stderr).toMatch(/package\.json names no repository.+CONTRIBUTING\.md/)
  const { stdout } = picnic.release('--dry-run', '--checks', '')
  expect(stdout).toMatch(/^1\. Name the repository: .+\n2\. .+ npm trust .+\n3\. Run `npm run release` on main .+/m)
})

test('npm run release stops at the first step that fails, and says which', { tags: ['night'] }, async () => {
  await using picnic = await repository()
  const { status, stdout, stderr } = picnic.release('--dry-run', '--checks', 'check,test,check')
  expect(stdout).toMatch(/\n {2}check: passed in \d+ s\n {2}test: FAILED after \d+ s\n$/)
  expect(stderr).toMatch(/\ntest failed: npm run test\n$/)
  expect(status).toBe(1)
})

test('npm run release refuses to go on if its steps changed files', { tags: ['night'] }, async () => {
  await using picnic = await repository()
  picnic.commit('package.json', /-e 0/, "-e \\\"fs.writeFileSync('index.js', '1')\\\"")
  const { status, stdout, stderr } = picnic.release('--checks', 'check')
  expect(stdout).toContain('  the checkout is as before: FAILED')
  expect(stderr).toContain('The steps changed files:\n     M index.js')
  expect([status, picnic.git('tag')]).toEqual([1, ''])
})

test('each step of npm run release is an existing script, and looks at existing files', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const commands = [...stepsOfSource, ...stepsOfBuild].map(([, command]) => command)
  const called = commands.flatMap((command) => /^npm (?:run )?([\w:]+)/.exec(command)?.[1] ?? [])
  expect(called.length).toBeGreaterThan(8)
  expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  const named = commands.flatMap((command) => command.match(/test\/\S+\.ts/g) ?? [])
  expect(named).toEqual(
    expect.arrayContaining(['test/process/surface/surface.test.ts', 'test/process/package.test.ts']),
  )
  expect(named.filter((path) => !existsSync(root + path))).toEqual([])
})

test('CHANGELOG.md has the form that npm run release reads, and all files have the same version', () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  const headings = readFileSync(`${root}CHANGELOG.md`, 'utf8').match(/^#{2,3} .*$/gm) ?? []
  const known =
    /^## \[(?:Unreleased\]|\d+\.\d+\.\d+\S*\] - \d{4}-\d\d-\d\d)$|^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)$/
  expect(headings[0]).toBe('## [Unreleased]')
  expect(headings.filter((heading) => !known.test(heading))).toEqual([])
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  expect(readFileSync(`${root}src/core/options/user-agent.ts`, 'utf8')).toContain(`'${version}'`)
})

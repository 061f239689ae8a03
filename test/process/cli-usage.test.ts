import { expect, test } from 'vitest'
import { ran } from '../support/cli.ts'

// Each test starts programs of its own.

const wrong: readonly (readonly [args: string, says: RegExp])[] = [
  ['mok', /unknown command 'mok' \(Did you mean mock\?\)/],
  ['--verbose', /unknown option '--verbose'/],
  ['mock --prot 4010', /unknown option '--prot' \(Did you mean --port\?\)/],
  ['mock --port', /--port <number>.* missing/],
  ['mock --seed --cors', /--seed: its value is missing before --cors/],
  ['mock --seed=', /--seed: must not be empty/],
  ['mock --host=', /--host: must not be empty/],
  ['mock --port abc', /--port: must be/],
  ['mock --port 70000', /--port: must be/],
  ['mock --port -1', /--port: must be/],
  ['mock --events 1.5', /--events: must be a whole number from 0 to 2000000/],
  ['mock --events=1e3', /--events: must be a whole number from 0 to 2000000/],
  ['mock --events 1000000000', /--events: must be a whole number from 0 to 2000000/],
  ['mock --per-page 0', /--per-page: must be a whole number from 1 up/],
  ['mock --namespace osdi', /--namespace: must be a name/],
  ['mock --group-key schlüssel', /--group-key: must be 1 to 512 printable ASCII characters/],
  ['mock --individual-key schlüssel', /--individual-key: must be 1 to 512 printable ASCII characters/],
  ['mock --group-key same --individual-key same', /--individual-key: must not be the key of the group/],
  ['mock --now yesterday', /--now: must be an ISO 8601 date-time with a zone, such as/],
  ['mock --latency soon', /--latency: must be/],
  ['mock --allow-host http://mock.test', /--allow-host: must be a name/],
  ['mock --rate-limit 0', /--rate-limit: must be a whole number from 1 up/],
  ['mock --no-cors', /unknown option '--no-cors'/],
  ['mock npm test', /unexpected 'npm': .* osdi-events mock -- npm/],
  ['mock --port 0 --', /no command behind --/],
]

test.for(wrong)('%s is one clear line and exit code 2', async ([args, says]) => {
  const { code, stdout, stderr } = await ran(...args.split(' '))
  expect(stderr).toMatch(/^osdi-events: [^\n]+\n$/)
  expect(stderr).toMatch(says)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test('what is said of a wrong flag moves no cursor', async () => {
  const { code, stderr } = await ran('mock', '--\u001b[2J\nport')
  expect(stderr).toMatch(/^osdi-events: [\x20-\x7e]+\n$/)
  expect(code).toBe(2)
})

test('without a command there is help, and exit code 2', async () => {
  const { code, stdout, stderr } = await ran()
  expect(stderr).toMatch(/^Usage: osdi-events /)
  expect(stderr).toMatch(/^ {2}mock /m)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test.for([
  ['mock', '--help'],
  ['help', 'mock'],
  ['mock', '-h'],
])('help that is asked for is printed on standard output: %s', async (args) => {
  const { code, stdout, stderr } = await ran(...args)
  for (const flag of [
    '--port',
    '--host',
    '--events',
    '--per-page',
    '--namespace',
    '--group-key',
    '--individual-key',
    '--seed',
    '--now',
    '--latency',
    '--rate-limit',
    '--state',
    '--cors',
    '--allow-host',
    '--no-ui',
  ]) {
    expect(stdout).toMatch(new RegExp(`^  ${flag} `, 'm'))
  }
  expect(stdout).toContain('osdi-events mock -- npm test')
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('serves no explorer')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('the version is that of the package', async () => {
  const { default: manifest } = await import('../../package.json')
  expect(await ran('--version')).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

import { expect, test } from 'vitest'
import { commandLine, ran } from '../support/command-line.ts'

test('an id that begins with a dash is accepted after --', async () => {
  const cli = commandLine({ events: 0 })
  for (const args of [
    ['get', '--', '-7'],
    ['update', '--title', 'Moved', '--', '--7'],
    ['attendances', '--', '-x'],
    ['rsvp', '--email', 'ada@example.org', '--', '--status'],
  ]) {
    cli.service.requests.clear()
    expect(await cli.ran(args)).toMatchObject({ code: 1, stdout: '' })
    expect(cli.service.requests[0]?.path).toContain(`/events/${args.at(-1)}`)
  }
})

test('--help prints the help on standard output, and osdi-events without a command prints it on standard error and exits with code 2', async () => {
  const help = await ran(['mock', '--help'])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('\nUsage: '), stderr: '' })
  for (const args of [
    ['help', 'mock'],
    ['mock', '-h'],
  ])
    expect(await ran(args)).toEqual(help)
  expect(await ran([])).toEqual({ code: 2, stdout: '', stderr: (await ran(['--help'])).stdout })
})

test('--version prints the version of the package', async () => {
  const { default: manifest } = await import('../../package.json')
  expect(await ran(['--version'])).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

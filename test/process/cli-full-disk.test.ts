import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cli, ran } from '../support/cli.ts'

// Each test starts programs of its own.

/** A device that has no room for anything. */
const full = '/dev/full'

/** Runs a command beside a service of three events, with its standard output on the full device. */
const ranInto = (...args: readonly string[]) =>
  ran('mock', '--events', '3', '--', 'sh', '-c', `exec "$0" "$@" > ${full}`, process.execPath, cli, ...args)

test.runIf(existsSync(full)).for(['export', 'mock --port 0', '--help'])(
  'what standard output does not take is exit code 1 and one line on standard error: %s',
  async (typed) => {
    expect(await ranInto(...typed.split(' '))).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(/^osdi-events: standard output cannot be written: ENOSPC[^\n]+\n$/),
    })
  },
)

#!/usr/bin/env node
import { run } from './command-line.ts'
import { isErrorWithCode } from './run/cli-error.ts'
import { exitCodeOf, Interrupted, type Io, type Signal } from './run/io.ts'

const { stdin, stdout, stderr, env } = process

// A reader may close standard output, as `head -1` does. Without these listeners, Node would then end the process with a stack trace. `write` in
// `io.ts` handles failed writes.
stdout.on('error', () => {})
stderr.on('error', (error) => {
  if (!isErrorWithCode(error, 'EPIPE')) process.exit(1)
})

const interruption = new AbortController()
const interrupt = (signal: Signal): void => {
  // A second signal ends the process at once.
  if (interruption.signal.aborted) process.exit(exitCodeOf(signal))
  interruption.abort(new Interrupted(signal))
}

let listener = interrupt
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => listener(signal))

const overrideSignalHandler: Io['overrideSignalHandler'] = (taken) => {
  listener = taken
  return {
    [Symbol.dispose]: () => {
      listener = interrupt
    },
  }
}

const given = { stdin, stdout, stderr, env, signal: interruption.signal, overrideSignalHandler }
process.exitCode = await run(process.argv.slice(2), given)

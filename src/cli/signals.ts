import { constants } from 'node:os'

/** The signals that end a service. */
const ending = ['SIGINT', 'SIGTERM'] as const

/** What shells make of a program that a signal ended. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + (constants.signals[signal] ?? 0)

/** Hands every SIGINT and SIGTERM over, in place of ending the process, until it is disposed of. */
export function onSignal(listener: (signal: NodeJS.Signals) => void): Disposable {
  for (const signal of ending) process.on(signal, listener)
  return {
    [Symbol.dispose]: () => {
      for (const signal of ending) process.off(signal, listener)
    },
  }
}

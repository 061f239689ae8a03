import { type Command, Option } from 'commander'
import { CliError } from './cli-error.ts'
import { nearestName } from './nearest-name.ts'

/** Reads the value of a flag. If the user repeats the flag, `before` is the result for the earlier values. */
export type ReadFlag<T> = (given: string, before?: T) => T

/** Reads a number. Returns `NaN` for other text, which the client or the mock service then rejects with a message of its own. */
export const number = (text: string): number => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN)
/** Reads the number of items of `--max`; `Infinity` means all items. */
export function amount(text: string): number {
  const read = text === 'Infinity' ? Number.POSITIVE_INFINITY : number(text)
  if (read === Number.POSITIVE_INFINITY || (Number.isSafeInteger(read) && read > 0)) return read
  throw new CliError(2, '--max: must be a whole number from 1 up, or Infinity for all')
}
/** Reads a number of requests per second. `off` means no limit, even if a preset has one. */
export const rate = (text: string): number | 'off' => (text === 'off' ? text : number(text))
export const text = (given: string): string => given
export const several = (given: string, before: readonly string[] = []): readonly string[] => [...before, given]

/** Adds one flag with a value to a command. */
export type AddFlag = <T>(spec: string, help: string, read: ReadFlag<T>, fallback?: T) => void

/**
 * Makes a function that adds flags to a command. A flag that was added with it throws if its value is empty, or if another flag or `--` is in place
 * of the value.
 */
export function flagsOf(command: Command): AddFlag {
  return (spec, help, read, fallback) => {
    const flag = spec.slice(0, spec.indexOf(' '))
    const parse = (given: string, before: typeof fallback): ReturnType<typeof read> => {
      // Commander takes the next argument as the value, even if it is another flag or `--`. Then the value is missing.
      const isFlag = given === '--' || command.options.some(({ long }) => long === given)
      if (isFlag) throw new CliError(2, `${flag}: the value is missing before ${given}`)
      if (given === '') throw new CliError(2, `${flag}: must not be empty`)
      return read(given, before)
    }
    command.option(spec, help, parse, fallback)
  }
}

/** Adds `--preset`, which names a known service. The prefix of that service becomes the default of `--namespace`. */
export function addPreset(command: Command, help: string): void {
  const option = new Option('--preset <name>', `${help}: action-network`)
  const read = (given: string) => readPreset(given, '--preset')
  command.addOption(option.argParser(read).implies({ namespace: presetNamespace }))
}

/** The prefix of the one known service. */
export const presetNamespace = 'action_network'

/** Reads the name of a known service from a flag or a variable. */
export function readPreset(given: string, source: '--preset' | 'EVENTS_PRESET'): 'action-network' {
  if (given === 'action-network') return given
  const near = nearestName(given, ['action-network'], 1 / 3)
  throw new CliError(2, `${source}: must be action-network`, { hint: near && `did you mean ${near}?` })
}

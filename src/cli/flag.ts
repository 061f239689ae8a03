import { type Command, Option } from 'commander'
import { CliError } from './cli-error.ts'

/** Reads what stands behind a flag; `before` is what the same flag gave earlier on the line. */
export type ReadFlag<T> = (given: string, before?: T) => T

/** A number, or `NaN`, which the client and the service refuse in their own words. */
export const number = (text: string): number => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN)
/** How many of a list: a number, or `Infinity` for all of them. */
export const amount = (text: string): number => (text === 'Infinity' ? Number.POSITIVE_INFINITY : number(text))
export const text = (given: string): string => given
export const several = (given: string, before: readonly string[] = []): readonly string[] => [...before, given]

/** Adds one flag with a value to a command. */
export type AddFlag = <T>(spec: string, help: string, read: ReadFlag<T>, fallback?: T) => void

/** Adds flags to a command, each of which refuses to take the next flag, or nothing, for its value. */
export function flagsOf(command: Command): AddFlag {
  return (spec, help, read, fallback) => {
    const flag = spec.slice(0, spec.indexOf(' '))
    const parse = (given: string, before: typeof fallback): ReturnType<typeof read> => {
      // Of two flags in a row the first has lost its value; so has one that stands just before `--`.
      const isFlag = given === '--' || command.options.some(({ long }) => long === given)
      if (isFlag) throw new CliError(2, `${flag}: its value is missing before ${given}`)
      if (given === '') throw new CliError(2, `${flag}: must not be empty`)
      return read(given, before)
    }
    command.option(spec, help, parse, fallback)
  }
}

/** Adds the flag that names a known service, whose own prefix then stands where `--namespace` names none. */
export function addPreset(command: Command, help: string): void {
  const read = (given: string) => {
    if (given === 'action-network') return given
    throw new CliError(2, '--preset: must be action-network')
  }
  const option = new Option('--preset <name>', `${help}: action-network`)
  command.addOption(option.argParser(read).implies({ namespace: 'action_network' }))
}

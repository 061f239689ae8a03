/**
 * Exit codes of errors: 2 if the command line is wrong, 3 if the service refuses the API key, otherwise 1. As in a shell, 126 means that a program
 * cannot be run, and 127 that it is not found.
 */
export type ExitCode = 1 | 2 | 3 | 4 | 126 | 127

/** Options of {@link CliError}. */
export interface CliErrorOptions extends ErrorOptions {
  /** What the user can do, in terms of the command's flags. Printed on the next line. */
  readonly hint?: string | undefined
  /** Flags to add to the command that failed. They replace typed flags of the same names. Printed below the hint, as a command to paste. */
  readonly flags?: readonly TypedFlag[]
}

/** A flag and its value. */
export type TypedFlag = readonly [flag: string, value: string]

/** Ends a command with a message on standard error. */
export class CliError extends Error {
  /** Exit code of the process. */
  readonly exitCode: ExitCode
  readonly hint: string | undefined
  readonly flags: readonly TypedFlag[]

  constructor(exitCode: ExitCode, message: string, { hint, flags = [], ...options }: CliErrorOptions = {}) {
    super(message, options)
    this.exitCode = exitCode
    this.hint = hint
    this.flags = flags
  }
}

/** Whether a thrown value is an error with a `code`, such as a system error. With `codes`, it must be one of these. */
export const isErrorWithCode = (error: unknown, ...codes: readonly string[]): error is Error & { code: string } =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  (!codes.length || codes.includes(error.code))

/** Exit codes of our own: 2 where the command line is wrong, 3 where the service refuses the key, 1 where anything else fails; 126 and 127 as shells have them. */
export type ExitCode = 1 | 2 | 3 | 126 | 127

/** What ends a command with one line on standard error. */
export class CliError extends Error {
  /** What the process exits with. */
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** Whether something thrown is an error of the system, or of another that gives its errors codes. */
export const isErrorWithCode = (error: unknown, ...codes: readonly string[]): error is Error & { code: string } =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  (!codes.length || codes.includes(error.code))

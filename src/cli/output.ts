import { isErrorWithCode } from './problem.ts'

/** Text as one line that moves no cursor: it may hold what a stranger wrote. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Says one line on standard error. */
export function say(text: string): void {
  process.stderr.write(`osdi-events: ${oneLine(text)}\n`)
}

/** Whoever reads our output may stop reading, as `head -1` does: that is no reason to stop, nor to die with a stack trace. */
export function forgiveReaders(): void {
  // Whoever writes there hears of it, and says so.
  process.stdout.on('error', () => {})
  process.stderr.on('error', (error) => {
    if (!isErrorWithCode(error, 'EPIPE')) process.exit(1)
  })
}

/** A key of digits, as a number of JSON. */
export interface DigitKey {
  /** What JSON makes of it. */
  readonly value: number
  /** Its first 15 digits as a number from 1 to 10; undefined where they are so few that any number may begin with them. */
  readonly start: number | undefined
}

/** Fewer digits are no key that is searched for. */
const least = 100_000

/** Fewer digits than this stand at the beginning of innocent numbers. */
const telling = 12

/** The first 15 digits: as many as a number is sure to keep. */
const firstDigits = (number: number) => number.toExponential(14).replace(/e.*/, '')

/** Undefined for a key that no number can repeat. */
export function digitKeyOf(key: string): DigitKey | undefined {
  const value = Number(key)
  if (!/^\d+$/.test(key) || value < least || !Number.isFinite(value)) return undefined
  const start = firstDigits(value)
  return { value, start: start.replace(/\.?0*$/, '').length > telling ? Number(start) : undefined }
}

/** Whether a number shows a key, or as much of it as numbers can hold. */
export function showsDigits(number: number, { value, start }: DigitKey): boolean {
  const size = Math.abs(number)
  // The last of the digits may have been rounded either way.
  return size === value || (start !== undefined && Math.abs(Number(firstDigits(size)) - start) < 2e-14)
}

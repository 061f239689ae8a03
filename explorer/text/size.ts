const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const

/** How much a number of bytes is. */
export function size(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const number = bytes / 1024 ** step
  return `${step === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${units[step]}`
}

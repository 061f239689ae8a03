/** Runs code of the caller without waiting for it: what it throws, now or later, goes to `failed` and no further. */
export function safely(run: () => unknown, failed: (thrown: unknown) => void): void {
  const stay = (thrown: unknown) => {
    try {
      failed(thrown)
    } catch {
      // There is nobody left to tell.
    }
  }
  try {
    const result = run()
    if (typeof result === 'object' && result !== null) Promise.resolve(result).catch(stay)
  } catch (thrown) {
    stay(thrown)
  }
}

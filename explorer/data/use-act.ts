import { useState } from 'preact/hooks'

/** Something that a button does. */
export interface Act {
  /** Why the last attempt failed. */
  readonly error: Error | undefined
  readonly isBusy: boolean
  /** Does it; whether it was done. One that goes on is not done a second time. */
  readonly run: (act: () => Promise<unknown>) => Promise<boolean>
  /** Forgets the error, as when what was wrong is being mended. */
  readonly forget: () => void
}

/** Does things that take a moment and may fail. */
export function useAct(): Act {
  const [error, fail] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const run = async (act: () => Promise<unknown>) => {
    if (isBusy) return false
    setBusy(true)
    try {
      await act()
      fail(undefined)
      return true
    } catch (thrown) {
      fail(thrown instanceof Error ? thrown : new Error(String(thrown)))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { error, isBusy, run, forget: () => fail(undefined) }
}

import { useLayoutEffect } from 'preact/hooks'
import { said } from '../data/said.ts'
import { useStore } from '../data/store.ts'

/** Milliseconds that it stays to be read. */
const shown = 6000

/** Says for a while that something was done. */
export function Said() {
  const { text, number } = useStore(said, (last) => last)
  // At once: the end of what was said before is not to take this away.
  useLayoutEffect(() => {
    if (text === '') return undefined
    const timer = setTimeout(() => said.set((last) => ({ ...last, text: '' })), shown)
    return () => clearTimeout(timer)
  }, [number])
  return (
    <p class={`said ${text === '' ? 'none' : ''}`} role="status">
      {text}
    </p>
  )
}

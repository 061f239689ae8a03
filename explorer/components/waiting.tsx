import type { ComponentChildren } from 'preact'
import { useShared } from '../state/store.ts'
import { formatCount } from './text.ts'

/** Says that requests wait because of a fault: the log has a late one only when it ends. */
export function Waiting({ children }: { readonly children?: ComponentChildren }) {
  const waiting = useShared((state) => state.waiting)
  return (
    <p class="row small waiting" role="status">
      {waiting > 0 && (
        <>
          {formatCount(waiting, 'request waits', 'requests wait')} now because of a fault.
          {children}
        </>
      )}
    </p>
  )
}

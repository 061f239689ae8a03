import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly title: ComponentChildren
  /** Called when it is to go: by its button, by Escape, or by a click beside it. */
  readonly onClose: () => void
  /** Where it stands: in the middle, or along the edge with the page still to be seen. */
  readonly kind?: 'middle' | 'edge'
  readonly children: ComponentChildren
}

/** Something in front of the page. It holds the focus while it is there, and gives it back. */
export function Dialog({ title, onClose, kind = 'middle', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const { current: element } = dialog
    const before = document.activeElement
    element?.showModal()
    return () => {
      // One that the browser closed has given it back already, and it may have gone on since.
      if (!element?.open) return
      // While it stands there, nothing behind it takes the focus.
      element.remove()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  useLayoutEffect(() => {
    const element = dialog.current
    const closeBeside = (event: MouseEvent) => {
      if (event.target === element) onClose()
    }
    element?.addEventListener('click', closeBeside)
    return () => element?.removeEventListener('click', closeBeside)
  }, [onClose])
  return (
    <dialog ref={dialog} class={`dialog ${kind}`} aria-labelledby={id} onClose={onClose}>
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="button quiet" aria-label="Close" onClick={onClose}>
            <Icon path="M4 4l8 8M12 4l-8 8" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

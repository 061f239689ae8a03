import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'

interface DialogProps {
  readonly title: ComponentChildren
  /** Called when it is to go: by its button, by Escape, or by a click beside it. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Something in front of the page. It holds the focus while it is there, and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const { current: element } = dialog
    const before = document.activeElement
    const closeBeside = ({ target }: MouseEvent) => target === element && element?.close()
    element?.addEventListener('click', closeBeside)
    element?.showModal()
    return () => {
      // One that the browser closed has given it back already, and it may have gone on since.
      if (!element?.open) return
      // While it stands there, nothing behind it takes the focus.
      element.remove()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="dialog-inside">
        <header class="opposite">
          <h2 id={id}>{title}</h2>
          <Button label="Close" onClick={onClose}>
            ×
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

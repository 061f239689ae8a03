import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'

interface DialogProps {
  readonly title: ComponentChildren
  /** Called after the dialog has closed: by Escape, a click outside, or {@link closeDialog}. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog. The browser keeps the focus inside, and restores the focus on close. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} closedby="any" onClose={onClose}>
      <div class="dialog-inside">
        <div class="spread">
          <h2 id={id}>{title}</h2>
          <Button label="Close" onClick={() => closeDialog(dialog.current)}>
            ×
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** Closes the dialog that an element is in. */
export const closeDialog = (element: Element | null): void => element?.closest('dialog')?.close()

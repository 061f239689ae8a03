import type { Locator, Page } from 'playwright'

/** Waits until a dialog has gone from the page. The browser hides one that Escape closes a little before the page knows, and goes back in its address. */
export const closed = (page: Page): Promise<void> => page.locator('dialog').waitFor({ state: 'detached' })

/** Waits until the focus is there. */
export const expectFocus = (field: Locator): Promise<void> => field.and(field.page().locator(':focus')).waitFor()

/** Where the focus is after each change of the page, before the next key or click can come. */
export const focusIn = (page: Page) =>
  page.evaluateHandle(() => {
    const changes: string[] = []
    const watch = new MutationObserver((records) => {
      const { activeElement } = document
      const isDialog = (node: Node) => node instanceof HTMLDialogElement
      for (const { target, addedNodes, removedNodes } of records) {
        if ([...addedNodes].some((node) => isDialog(node) && node.contains(activeElement)))
          changes.push('in the dialog')
        if ([...removedNodes].some(isDialog)) changes.push(`at ${activeElement?.textContent}`)
        if (target instanceof HTMLInputElement && target.ariaInvalid)
          changes.push(`in a field: ${target === activeElement}`)
      }
    })
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return changes
  })

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useId } from 'preact/hooks'
import { elementById } from '../state/page.ts'

interface TabListProps<Tab extends string> {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: Tab
  readonly onSelect: (tab: Tab) => void
  /** The panel of the current tab. */
  readonly children: ComponentChildren
}

/** Tabs inside a page or dialog, without addresses. The left and right arrow keys select the next tab. */
export function TabList<Tab extends string>({ label, tabs, current, onSelect, children }: TabListProps<Tab>) {
  const id = useId()
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step && tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onSelect(next)
    elementById(`${id}-${next}`)?.focus()
  }
  return (
    <div class="tabbed">
      <div class="row tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            class="tab"
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onSelect(tab)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  )
}

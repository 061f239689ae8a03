import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { pageRoot } from '../state/page.ts'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  /** `primary`: the purpose of the page or dialog; `danger`: deletes something. */
  readonly kind?: 'plain' | 'primary' | 'danger'
  readonly type?: 'button' | 'submit'
  /** Sets `aria-disabled`. With `disabled`, the button would lose the focus. */
  readonly disabled?: boolean
  /** Accessible name, if the text of the button is not enough. */
  readonly label?: string
}

export const Button = ({
  children,
  onClick,
  kind = 'plain',
  type = 'button',
  disabled = false,
  label,
}: ButtonProps) => (
  <button
    type={type}
    class={`button ${kind}`}
    onClick={(event) => {
      // Also prevents a submit by Enter in a field of the form.
      if (disabled) event.preventDefault()
      else onClick?.()
    }}
    aria-disabled={disabled}
    {...(label !== undefined && { 'aria-label': label })}
  >
    {children}
  </button>
)

interface MenuProps {
  readonly title: ComponentChildren
  /** Accessible name, if the title is not enough. */
  readonly label?: string
  readonly children: ComponentChildren
}

/** A button that opens a panel below it. A click elsewhere and Escape close the panel. */
export function Menu({ title, label, children }: MenuProps) {
  const id = useId()
  return (
    <>
      <button type="button" class="button" popovertarget={id} {...(label !== undefined && { 'aria-label': label })}>
        {title} <span aria-hidden="true">▾</span>
      </button>
      <div id={id} popover="auto" class="menu">
        {children}
      </div>
    </>
  )
}

/** Closes the open menu. The focus goes back to its button, where a dialog will put it again. */
export const closeMenu = (): void => pageRoot().querySelector<HTMLElement>('.menu:popover-open')?.hidePopover()

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

export const Chip = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>{children}</span>
)

/** A filter of a list, which a click removes. */
export const FilterChip = ({
  name,
  href,
  children,
}: {
  readonly name: string
  readonly href: string
  readonly children: ComponentChildren
}) => (
  <a class="chip info" href={href}>
    {children}
    <span aria-hidden="true"> ×</span> <span class="visually-hidden">Remove the filter {name}</span>
  </a>
)

export const StatusChip = ({ status }: { readonly status: number | undefined }) => (
  <Chip tone={toneOf(status)}>{status ?? <span title="no response">none</span>}</Chip>
)

function toneOf(status: number | undefined): Tone {
  if (status === undefined || status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}

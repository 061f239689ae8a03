import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  /** `main`: the one thing that a form or dialog is for; `risky`: takes something away. */
  readonly kind?: 'plain' | 'main' | 'risky'
  readonly type?: 'button' | 'submit'
  /** It can do nothing at the moment. It keeps the focus meanwhile, as a button that the browser disables does not. */
  readonly disabled?: boolean
  readonly pressed?: boolean
  /** Said in the place of its text, where that is not plain by itself. */
  readonly label?: string
}

export const Button = ({
  children,
  onClick,
  kind = 'plain',
  type = 'button',
  disabled = false,
  pressed,
  label,
}: ButtonProps) => (
  <button
    type={type}
    class={`button ${kind}`}
    onClick={(event) => {
      // Enter in a field of its form comes here too.
      if (disabled) event.preventDefault()
      else onClick?.()
    }}
    aria-disabled={disabled}
    {...(pressed !== undefined && { 'aria-pressed': pressed })}
    {...(label !== undefined && { 'aria-label': label })}
  >
    {children}
  </button>
)

import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  /** `main`: the one thing that a form or dialog is for; `risky`: takes something away. */
  readonly kind?: 'plain' | 'main' | 'risky'
  readonly type?: 'button' | 'submit'
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
  disabled,
  pressed,
  label,
}: ButtonProps) => (
  <button
    type={type}
    class={`button ${kind}`}
    {...(onClick && { onClick: () => onClick() })}
    disabled={disabled ?? false}
    {...(pressed !== undefined && { 'aria-pressed': pressed })}
    {...(label !== undefined && { 'aria-label': label })}
  >
    {children}
  </button>
)

import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  /** `primary`: the purpose of the page or dialog; `danger`: deletes something. */
  readonly kind?: 'plain' | 'primary' | 'danger'
  readonly type?: 'button' | 'submit'
  /** Sets `aria-disabled`. With `disabled`, the button would lose the focus. */
  readonly disabled?: boolean
  /** Whether the part that the button opens is open. */
  readonly expanded?: boolean
  /** Accessible name, if the text of the button is not enough. */
  readonly label?: string
  /** Id of the element that describes what the button does. */
  readonly describedBy?: string
}

export const Button = ({
  children,
  onClick,
  kind = 'plain',
  type = 'button',
  disabled = false,
  expanded,
  label,
  describedBy,
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
    {...(expanded !== undefined && { 'aria-expanded': expanded })}
    {...(label !== undefined && { 'aria-label': label })}
    {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
  >
    {children}
  </button>
)

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

export const Chip = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>{children}</span>
)

export const StatusChip = ({ status }: { readonly status: number | undefined }) => (
  <Chip tone={toneOf(status)}>{status ?? 'no response'}</Chip>
)

function toneOf(status: number | undefined): Tone {
  if (status === undefined || status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}

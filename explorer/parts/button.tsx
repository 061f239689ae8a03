import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  /** `main`: the one thing that a form or dialog is for; `risky`: takes something away. */
  readonly kind?: 'plain' | 'main' | 'risky'
  readonly type?: 'button' | 'submit'
  /** It can do nothing at the moment. It keeps the focus meanwhile, as a button that the browser disables does not. */
  readonly disabled?: boolean
  /** Whether what it opens and closes is open. */
  readonly expanded?: boolean
  /** Read out in the place of its text, where that is not plain by itself. */
  readonly label?: string
}

export const Button = ({
  children,
  onClick,
  kind = 'plain',
  type = 'button',
  disabled = false,
  expanded,
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
    {...(expanded !== undefined && { 'aria-expanded': expanded })}
    {...(label !== undefined && { 'aria-label': label })}
  >
    {children}
  </button>
)

/** What a chip's colour says beside its text. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

/** A short word that stands out: a status, a kind, an origin. */
export const Chip = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>{children}</span>
)

/** The status of a response; a request that got none was broken off. */
export const StatusChip = ({ status }: { readonly status: number | undefined }) => (
  <Chip tone={toneOf(status)}>{status ?? 'none'}</Chip>
)

function toneOf(status: number | undefined): Tone {
  if (status === undefined || status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}

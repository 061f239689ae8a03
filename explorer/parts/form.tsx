import type { ComponentChildren, TargetedSubmitEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { fieldOf } from '../data/refusal.ts'
import type { Submission } from '../data/use-submission.ts'
import { Button } from './button.tsx'

interface FormProps {
  readonly of: Submission
  /** What its button says. */
  readonly does: string
  readonly kind?: 'main' | 'risky'
  readonly onCancel: () => void
  /** The service's names of the fields that it has: a refusal of another is shown above the buttons. */
  readonly fields?: readonly string[]
  readonly children: ComponentChildren
}

/** Fields, and a button that asks the service for something. What the service refuses is shown where it belongs. */
export function Form({ of, does, kind = 'main', onCancel, fields = [], children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, error, submit } = of
  // Not later than it is shown: whoever has gone on by then is not to be thrown back.
  useLayoutEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const send = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit()
  }
  const isElsewhere = error !== undefined && !fields.includes(fieldOf(error) ?? '')
  return (
    <form class="form" ref={form} noValidate onSubmit={send}>
      {children}
      {isElsewhere && (
        <p class="failed" role="alert">
          {error.message}
        </p>
      )}
      <div class="form-end">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind={kind} disabled={isBusy}>
          {does}
        </Button>
      </div>
    </form>
  )
}

import type { ComponentChildren, TargetedSubmitEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Act } from '../data/use-act.ts'
import { Button } from './button.tsx'

interface FormProps {
  readonly act: Act
  /** What its button says. */
  readonly does: string
  readonly kind?: 'main' | 'risky'
  readonly onCancel: () => void
  /** The service's names of the fields that it has: a refusal of another is shown above the buttons. */
  readonly fields?: readonly string[]
  readonly children: ComponentChildren
}

/** Fields, and a button that asks the service for something. What the service refuses is shown where it belongs. */
export function Form({ act, does, kind = 'main', onCancel, fields = [], children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, refusal, run } = act
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusal])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    run()
  }
  const isElsewhere = refusal !== undefined && !(refusal.field !== undefined && fields.includes(refusal.field))
  return (
    <form class="form" ref={form} noValidate onSubmit={submit}>
      {children}
      {isElsewhere && (
        <p class="failed" role="alert">
          {refusal.field === undefined ? refusal.problem : `${refusal.field}: ${refusal.problem}`}
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

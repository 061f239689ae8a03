import { type ComponentChildren, h, type TargetedSubmitEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { fieldOf, reasonOf } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { Button } from './button.tsx'
import { closeDialog, Dialog } from './dialog.tsx'
import { type Options, optionsOf } from './field.tsx'
import { ErrorMessage } from './frame.tsx'

export interface Field {
  /** The service's name for the field, as errors of the service have it. */
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'tel' | 'number' | 'datetime-local' | 'long'
  /** Initial value. */
  readonly value?: string
  readonly hint?: string
  readonly options?: Options
}

/** Typed texts by field name. */
export type Values = Readonly<Record<string, string>>

interface FormDialogProps {
  readonly title: string
  /** Text of the button that submits. */
  readonly submit: string
  readonly kind?: 'primary' | 'danger'
  readonly fields?: readonly Field[]
  /** Gets the fields as they were when the dialog opened. The dialog closes when the promise resolves. */
  readonly onSubmit: (values: Values, fields: readonly Field[]) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

/** A dialog with fields. An error of the service is shown at its field. */
export function FormDialog({ title, submit, kind = 'primary', onSubmit, onClose, ...props }: FormDialogProps) {
  // Keeps the first fields: later changes of the data must not change a form during input.
  const [fields] = useState(props.fields ?? [])
  const form = useRef<HTMLFormElement>(null)
  const { error, isBusy, run } = useAction()
  // A layout effect, so that the focus moves before the user can type elsewhere.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>(error ? '[aria-invalid]' : '.input')?.focus()
  }, [error])
  const send = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Values
    void run(async () => {
      await onSubmit(values, fields)
      closeDialog(form.current)
    })
  }
  const wrongField = error && fields.find(({ name }) => fieldOf(error)?.endsWith(`.${name}`))
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="form" ref={form} noValidate onSubmit={send}>
        {props.children}
        <div class="form-fields">
          {fields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              error={error && field === wrongField ? reasonOf(error) : undefined}
            />
          ))}
        </div>
        <ErrorMessage error={wrongField ? undefined : error} />
        <div class="row end">
          <Button onClick={() => closeDialog(form.current)}>Cancel</Button>
          <Button type="submit" kind={kind} disabled={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface FormButtonProps extends Omit<FormDialogProps, 'onClose'> {
  /** Text of the button that opens the dialog. */
  readonly label: string
  readonly opener?: 'primary' | 'danger'
  readonly disabled?: boolean
}

/** A button with the dialog that it opens. */
export function FormButton({ label, opener, disabled = false, ...props }: FormButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind={opener ?? 'plain'} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <FormDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

interface FormFieldProps {
  readonly field: Field
  readonly error: string | undefined
}

/** A field with its label, and with its error or hint. */
function FormField({ field, error }: FormFieldProps) {
  const { name, label, type = 'text', value = '', hint, options } = field
  const id = useId()
  const note = error ?? hint
  const shared = {
    id,
    name,
    class: 'input',
    ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
    ...(error !== undefined && { 'aria-invalid': true }),
  }
  const typed = { ...shared, defaultValue: value, autocomplete: 'off', spellcheck: false }
  const isLong = type === 'long'
  return (
    <div class={isLong ? 'field long' : 'field'}>
      <label for={id}>{label}</label>
      {options
        ? h('select', shared, optionsOf(options, value))
        : isLong
          ? h('textarea', { ...typed, rows: 4 })
          : h('input', { ...typed, type })}
      {note !== undefined && (
        <p id={`${id}-note`} class={error === undefined ? 'muted' : 'invalid'}>
          {note}
        </p>
      )}
    </div>
  )
}

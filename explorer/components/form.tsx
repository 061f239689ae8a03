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
  /** `digits`: a number without arrows; `lines`: a short text of any number of lines. */
  readonly type?: 'text' | 'email' | 'tel' | 'number' | 'digits' | 'datetime-local' | 'lines' | 'long'
  /** Initial value. */
  readonly value?: string
  readonly hint?: string
  readonly placeholder?: string
  readonly options?: Options
  /** A short field takes half of the width of others. */
  readonly size?: 'short'
}

/** Typed texts by field name. */
export type Values = Readonly<Record<string, string>>

interface FormDialogProps {
  readonly title: string
  /** Text of the button that submits. */
  readonly submit: string
  readonly kind?: 'primary' | 'danger'
  readonly fields?: readonly Field[]
  /** The dialog closes when the promise resolves. */
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

/** A dialog with fields. An error of the service is shown at its field. */
export function FormDialog({
  title,
  submit,
  kind = 'primary',

  onSubmit,
  onClose,
  ...props
}: FormDialogProps) {
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
      await onSubmit(values)
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

interface FormFieldProps {
  readonly field: Field
  readonly error: string | undefined
  /** The current text, if the caller keeps it. */
  readonly text?: string
}

/** A field with its label, and with its error or hint. */
export function FormField({ field, error, text }: FormFieldProps) {
  const { name, label, type = 'text', value = '', hint, placeholder, options, size = '' } = field
  const id = useId()
  const note = error ?? hint
  const shared = {
    id,
    name,
    class: 'input',
    ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
    ...(error !== undefined && { 'aria-invalid': true }),
  }
  const typed = {
    ...shared,
    ...(text === undefined ? { defaultValue: value } : { value: text }),
    ...(placeholder !== undefined && { placeholder }),
    autocomplete: 'off',
    spellcheck: false,
  }
  const isLong = type === 'long' || type === 'lines'
  return (
    <div class={`field ${isLong ? type : size}`}>
      <label for={id}>{label}</label>
      {options
        ? h('select', shared, optionsOf(options, text ?? value))
        : isLong
          ? h('textarea', { ...typed, rows: type === 'long' ? 4 : 1 })
          : h('input', { ...typed, ...(type === 'digits' ? { type: 'text', inputMode: 'numeric' } : { type }) })}
      {note !== undefined && (
        <p id={`${id}-note`} class={error === undefined ? 'muted' : 'invalid'}>
          {note}
        </p>
      )}
    </div>
  )
}

import { type ComponentChildren, h, type TargetedSubmitEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { fieldOf, problemOf } from '../state/admin.ts'
import { useAct } from '../state/hooks.ts'
import { Button } from './button.tsx'
import { closeDialog, Dialog } from './dialog.tsx'
import { type Choices, optionsOf } from './field.tsx'
import { Failed } from './frame.tsx'

/** A field of a form. */
export interface Field {
  /** The service's name for it: what the service refuses is said at its field. */
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'number' | 'datetime-local' | 'long'
  /** What stands there at first. */
  readonly value?: string
  readonly hint?: string
  readonly choices?: Choices
}

/** What was typed, by the names of the fields. */
export type Values = Readonly<Record<string, string>>

interface FormDialogProps {
  readonly title: string
  /** What its button says. */
  readonly does: string
  readonly kind?: 'main' | 'risky'
  readonly fields?: readonly Field[]
  /** What stands in front of the fields' names in a refusal. */
  readonly prefix?: string
  /** Once it is done, the dialog goes. */
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

/** Fields, and a button that asks the service for something. What the service refuses is shown where it belongs. */
export function FormDialog({ title, does, kind = 'main', prefix = '', onSubmit, onClose, ...props }: FormDialogProps) {
  // As they were when the form opened: what changes meanwhile does not change what was typed.
  const [fields] = useState(props.fields ?? [])
  const form = useRef<HTMLFormElement>(null)
  const { error, isBusy, run } = useAct()
  // Not later than it is shown: whoever has gone on by then is not to be thrown back.
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
  const refused = error && fields.find(({ name }) => `${prefix}${name}` === fieldOf(error))
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="form" ref={form} noValidate onSubmit={send}>
        {props.children}
        <div class="form-fields">
          {fields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              error={error && field === refused ? problemOf(error) : undefined}
            />
          ))}
        </div>
        <Failed error={refused ? undefined : error} />
        <div class="form-end">
          <Button onClick={() => closeDialog(form.current)}>Cancel</Button>
          <Button type="submit" kind={kind} disabled={isBusy}>
            {does}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function FormField({ field, error }: { readonly field: Field; readonly error: string | undefined }) {
  const { name, label, type = 'text', value = '', hint, choices } = field
  const id = useId()
  const more = error ?? hint
  const shared = {
    id,
    name,
    class: 'input',
    ...(more !== undefined && { 'aria-describedby': `${id}-more` }),
    ...(error !== undefined && { 'aria-invalid': true }),
  }
  const typed = { ...shared, defaultValue: value, autocomplete: 'off', spellcheck: false }
  return (
    <div class={type === 'long' ? 'field long' : 'field'}>
      <label for={id}>{label}</label>
      {choices
        ? h('select', shared, optionsOf(choices, value))
        : type === 'long'
          ? h('textarea', { ...typed, rows: 4 })
          : h('input', { ...typed, type })}
      {more !== undefined && (
        <p id={`${id}-more`} class={error === undefined ? 'soft' : 'wrong'}>
          {more}
        </p>
      )}
    </div>
  )
}

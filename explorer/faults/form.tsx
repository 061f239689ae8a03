import type { Fault, FaultRule } from 'osdi-events/mock'
import type { TargetedEvent, TargetedSubmitEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { closeDialog, Dialog } from '../components/dialog.tsx'
import { type Field, FormField } from '../components/form.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { admin, fieldOf, reasonOf } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { showToast } from '../state/store.ts'
import { conditionsFor, type Keys, timing } from './conditions.ts'
import { describeRule, type TitleOf } from './describe.ts'
import { kindField } from './kinds.ts'
import { type Draft, draftOf, fieldAt, fieldsOf, jsonDraftOf, jsonField, textsOf } from './texts.ts'

interface FaultFormProps {
  /** What the form says first. */
  readonly rule: FaultRule
  /** The active fault that the new fault replaces. */
  readonly replaces?: Fault | undefined
  readonly keys: Keys
  readonly titleOf: TitleOf
  readonly onClose: () => void
}

type Typed = TargetedEvent<HTMLFormElement> & { readonly target: EventTarget | null }

/** A dialog for a fault, with fields or as JSON. A sentence says what the fault does. */
export function FaultForm({ rule: first, replaces, keys, titleOf, onClose }: FaultFormProps) {
  const [texts, setTexts] = useState(() => {
    const said = textsOf({ ...first }, keys)
    return 'texts' in said ? said.texts : { json: JSON.stringify(first, null, 2) }
  })
  /** Names of the fields that the user has left, or of all fields after an attempt to submit. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [attempts, setAttempts] = useState(0)
  const [sent, setSent] = useState('')
  const { error, isBusy, run } = useAction()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()

  const { json, kind = 'status' } = texts
  const conditions = conditionsFor(keys, texts.nth)
  const effects = [kindField(kind), timing, ...fieldsOf(kind)]
  const shown = [...conditions, ...effects].map(({ name }) => name)
  const { rule, errors }: Draft = json === undefined ? draftOf(texts, keys) : jsonDraftOf(json)
  const isRight = Object.keys(errors).length === 0
  const said = json !== undefined && isRight ? textsOf({ ...rule }, keys) : undefined
  // An error of the service is about the rule that was sent.
  const refusal = error && sent === JSON.stringify(rule) ? error : undefined
  const path = refusal && fieldOf(refusal)
  const wrongField = path === undefined ? undefined : json === undefined ? fieldAt(path, shown) : 'json'
  const errorOf = (name: string) => {
    if (refusal && name === wrongField) return json === undefined ? reasonOf(refusal) : refusal.message
    return attempts > 0 || left.has(name) ? errors[name] : undefined
  }

  // A layout effect, so that the focus moves before the user can type elsewhere.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>(attempts > 0 || error ? '[aria-invalid]' : '.input')?.focus()
  }, [attempts, error])

  const nameOf = ({ target }: Event) => (target instanceof Element && target.getAttribute('name')) || undefined
  const type = (event: Typed) => {
    const name = nameOf(event)
    const { target } = event
    if (name !== undefined && target && 'value' in target) setTexts({ ...texts, [name]: String(target.value) })
  }
  const leave = (event: FocusEvent) => {
    const name = nameOf(event)
    if (name !== undefined) setLeft(new Set([...left, name]))
  }
  const send = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isRight) {
      setAttempts(attempts + 1)
      return
    }
    setSent(JSON.stringify(rule))
    void run(async () => {
      await admin.faults.add(rule)
      // Only now: if the service refuses the new fault, the old fault stays.
      if (replaces) await admin.faults.remove(replaces)
      showToast(replaces ? 'The fault was changed' : 'The fault was added')
      closeDialog(form.current)
    })
  }
  const toggleJson = () => {
    if (json === undefined) setTexts({ ...texts, json: JSON.stringify(rule, null, 2) })
    else if (said && 'texts' in said) setTexts(said.texts)
  }
  const drawn = (fields: readonly Field[]) =>
    fields.map((field) => (
      <FormField
        key={field.name}
        field={field}
        text={texts[field.name] ?? field.value ?? ''}
        error={errorOf(field.name)}
      />
    ))
  return (
    <Dialog title={replaces ? 'Change the fault' : 'New fault'} onClose={onClose}>
      <form class="form fault" ref={form} noValidate onInput={type} onFocusOut={leave} onSubmit={send}>
        {json === undefined ? (
          <>
            <fieldset>
              <legend>Which requests</legend>
              <div class="fault-fields">{drawn(conditions)}</div>
            </fieldset>
            <fieldset>
              <legend>What happens</legend>
              <div class="fault-fields">{drawn(effects)}</div>
            </fieldset>
          </>
        ) : (
          <>
            {said && 'unsaid' in said && (
              <p class="muted small">The form has no field for this {said.unsaid}. Edit the fault as JSON.</p>
            )}
            <div class="form-fields">{drawn([jsonField])}</div>
          </>
        )}
        <div class="row">
          <Button
            expanded={json !== undefined}
            disabled={json !== undefined && !(said && 'texts' in said)}
            onClick={toggleJson}
          >
            Edit as JSON
          </Button>
          <CopyButton text={JSON.stringify(rule, null, 2)} what="as JSON" disabled={!isRight} />
        </div>
        {replaces && (
          <p class="muted small">The changed fault takes the place of the old one, and begins with 0 hits.</p>
        )}
        <ErrorMessage error={wrongField === undefined ? refusal : undefined} />
        <div class="fault-end">
          <section class="sentence" aria-label="In words" id={id}>
            {isRight ? (
              describeRule(rule, titleOf)
            ) : (
              <span class="muted">A sentence appears when each field is right.</span>
            )}
          </section>
          <div class="row end">
            <Button onClick={() => closeDialog(form.current)}>Cancel</Button>
            <Button type="submit" kind="primary" disabled={isBusy} describedBy={id}>
              {replaces ? 'Change the fault' : 'Add the fault'}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

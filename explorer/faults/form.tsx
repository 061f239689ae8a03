import type { Fault, FaultRule } from 'osdi-events/mock'
import type { TargetedSubmitEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { closeDialog, Dialog } from '../components/dialog.tsx'
import { type Field, FormField } from '../components/form.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { admin, fieldOf, reasonOf } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { elementById } from '../state/page.ts'
import { showToast } from '../state/store.ts'
import { conditionsFor, type Keys, timing } from './conditions.ts'
import { describeRule, type TitleOf } from './describe.ts'
import { kindField } from './kinds.ts'
import { type Draft, draftOf, fieldAt, fieldsOf, jsonDraftOf, jsonField, type Texts, textsOf } from './texts.ts'

interface FaultFormProps {
  /** What the form says first. */
  readonly rule: FaultRule
  /** The active fault that the new fault replaces. */
  readonly replaces?: Fault | undefined
  readonly keys: Keys
  readonly titleOf: TitleOf
  readonly onClose: () => void
}

/** Length of a sentence that stays in sight while the form scrolls. */
const maxSticky = 240

/** A dialog for a fault, with fields or as JSON. A sentence says what the fault does. */
export function FaultForm({ rule: first, replaces, keys, titleOf, onClose }: FaultFormProps) {
  const { texts, setTexts, visited, listeners } = useTexts(() => {
    const said = textsOf({ ...first }, keys)
    return 'texts' in said ? said.texts : { json: JSON.stringify(first, null, 2) }
  })
  const [attempts, setAttempts] = useState(0)
  const [sent, setSent] = useState('')
  const { error, isBusy, run } = useAction()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()

  const { json, kind = 'status' } = texts
  const conditions = conditionsFor(keys, texts.nth)
  const effects = [kindField(kind), timing(kind), ...fieldsOf(kind)]
  const shown = [...conditions, ...effects].map(({ name }) => name)
  const { rule, errors }: Draft = json === undefined ? draftOf(texts, keys) : jsonDraftOf(json)
  const isRight = Object.keys(errors).length === 0
  const sentence = isRight ? describeRule(rule, titleOf) : ''
  const said = json !== undefined && isRight ? textsOf({ ...rule }, keys) : undefined
  // An error of the service is about the rule that was sent.
  const refusal = error && sent === JSON.stringify(rule) ? error : undefined
  const path = refusal && fieldOf(refusal)
  const wrongField = path === undefined ? undefined : json === undefined ? fieldAt(path, shown) : 'json'
  const errorOf = (name: string) => {
    if (refusal && name === wrongField) return json === undefined ? reasonOf(refusal) : refusal.message
    return attempts > 0 || visited.has(name) ? errors[name] : undefined
  }

  // A layout effect, so that the focus moves before the user can type elsewhere.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>(attempts > 0 || error ? '[aria-invalid]' : '.input')?.focus()
  }, [attempts, error])

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
      // The button that opened the dialog disappears with the old fault, so the focus must move.
      if (replaces) elementById('main')?.focus({ preventScroll: true })
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
      <form class="form fault" ref={form} noValidate {...listeners} onSubmit={send}>
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
          <p class="muted small">
            A change removes the old fault and adds a new one, last in the list and with 0 hits.
          </p>
        )}
        <ErrorMessage error={wrongField === undefined ? refusal : undefined} />
        <div class={`fault-end ${sentence.length > maxSticky ? 'long' : ''}`}>
          <section class="sentence" aria-label="In words" id={id}>
            {sentence || <span class="muted">A sentence appears when each field is right.</span>}
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

/** The texts of the fields, and the names of the fields that the user has left: only then, an error shows. */
function useTexts(first: () => Texts) {
  const [texts, setTexts] = useState(first)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const listeners = {
    onInput({ target }: Event) {
      if (!(target instanceof Element && 'value' in target)) return
      const name = target.getAttribute('name') ?? ''
      const text = String(target.value)
      setTexts((before) => ({ ...before, [name]: text }))
    },
    onFocusOut({ target }: Event) {
      const name = target instanceof Element && target.getAttribute('name')
      if (name) setVisited((names) => new Set([...names, name]))
    },
  }
  return { texts, setTexts, visited, listeners }
}

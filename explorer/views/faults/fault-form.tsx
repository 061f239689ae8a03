import type { Fault } from 'osdi-events/mock'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { fieldOf, problemOf } from '../../data/refusal.ts'
import { say } from '../../data/said.ts'
import { useAct } from '../../data/use-act.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice } from '../../parts/field.tsx'
import { type Draft, matchNames, ruleOf, withKind } from './draft.ts'
import { DraftField } from './draft-field.tsx'
import { fieldFor } from './fields.ts'
import { draftFrom } from './from-rule.ts'
import { kindNames, kinds } from './kinds.ts'
import { MatchFields } from './match-fields.tsx'
import { draftIn } from './presets.ts'
import { useKeys } from './use-keys.ts'

interface FaultFormProps {
  /** What is filled in already: the name of a common trouble (`preset`), all that a rule in force says (`like`), or some of its members; `keyed` where requests like them have a key. */
  readonly query: URLSearchParams
  /** Those in force. */
  readonly rules: readonly Fault[]
  readonly onClose: () => void
}

const unseen = 'The request log shows no keys, so that any fits. Choose one to mean its requests alone.'

/** Where a rule is written and switched on. */
export function FaultForm({ query, rules, onClose }: FaultFormProps) {
  const [draft, write] = useState<Draft>(() => {
    const like = rules.find(({ id }) => id === query.get('like'))
    return like ? draftFrom(like) : draftIn(query)
  })
  const keys = useKeys()
  const { error, isBusy, run, forget } = useAct()
  const { does, fields } = kinds[draft.kind]
  const names = [...fields.map(({ name }) => name), ...matchNames]
  const wrong = error && fieldFor(fieldOf(error) ?? '', names)
  const form = useRef<HTMLFormElement>(null)
  // What was refused may stand out of sight. Not later than it is shown: whoever has gone on by then is not to be thrown back.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [error])
  const set = (name: string, value: string) => {
    forget()
    write((before) => ({ ...before, [name]: value }))
  }
  const of = (name: string) => ({
    value: draft[name] ?? '',
    error: error && wrong === name ? problemOf(error) : undefined,
    onChange: (value: string) => set(name, value),
  })
  const switchOn = async () => {
    if (!(await run(async () => control.faults.add(ruleOf(draft))))) return
    say('The fault is switched on')
    onClose()
  }
  return (
    <Dialog kind="edge" title="Add a fault" onClose={onClose}>
      <form
        ref={form}
        class="fault-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void switchOn()
        }}
      >
        <Choice
          label="What happens"
          hint={does}
          value={draft.kind}
          choices={kindNames.map((name) => [name, kinds[name].title])}
          onChange={(kind) => {
            forget()
            write((before) => withKind(before, kind))
          }}
        />
        {fields.length > 0 && (
          <div class="fields">
            {fields.map((field) => (
              <DraftField key={`${draft.kind} ${field.name}`} field={field} {...of(field.name)} />
            ))}
          </div>
        )}
        <MatchFields of={of} keys={keys} noKey={query.has('keyed') ? unseen : undefined} />
        {error && wrong === undefined && (
          <p class="failed" role="alert">
            {error.message}
          </p>
        )}
        <div class="form-acts">
          <Button kind="main" type="submit" disabled={isBusy}>
            Switch on
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

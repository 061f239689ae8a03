import type { Fault, FaultRule } from 'osdi-events/mock'
import type { TargetedSubmitEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { closeDialog, Dialog } from '../components/dialog.tsx'
import { optionsOf, Select } from '../components/field.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { describeRule, type TitleOf } from '../fault-words/describe.ts'
import { operationOptions } from '../fault-words/operations.ts'
import { admin } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { elementById } from '../state/page.ts'
import { showToast } from '../state/store.ts'
import { inputs, type Preset, partsOf, presets, ruleFrom, textsOf, timesOf } from './presets.ts'

/** The common failures, each a sentence to fill in. */
export const PresetList = () => (
  <ul class="card lines" aria-label="Presets">
    {presets.map((preset) => (
      <PresetForm key={preset.title} preset={preset} />
    ))}
  </ul>
)

/** What was typed into the sentence of a preset, and what is sent of it. */
function usePreset(preset: Preset, send: (rule: FaultRule) => Promise<void>) {
  const [texts, setTexts] = useState(() => textsOf(preset))
  const [sent, setSent] = useState(false)
  const { error, isBusy, run } = useAction()
  const id = useId()
  const draft = ruleFrom(preset, texts)
  const setText = (name: string, text: string) => setTexts({ ...texts, [name]: text })
  const trySend = async () => {
    setSent('wrong' in draft)
    if ('wrong' in draft) return elementById(`${id}-${draft.wrong}`)?.focus()
    await send(draft.rule)
  }
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void run(trySend)
  }
  return {
    preset,
    id,
    draft,
    texts,
    setText,
    wrong: sent && 'wrong' in draft ? draft : undefined,
    error,
    isBusy,
    submit,
  }
}

function PresetForm({ preset }: { readonly preset: Preset }) {
  const form = usePreset(preset, async (rule) => {
    await admin.faults.add(rule)
    showToast('The fault was added')
  })
  return (
    <li>
      <form class="preset" noValidate aria-labelledby={form.id} onSubmit={form.submit}>
        <h3 id={form.id}>{preset.title}</h3>
        <Inputs of={form} />
        <Button type="submit" label={`Add: ${preset.title}`} disabled={form.isBusy}>
          Add
        </Button>
        <Problems of={form} />
      </form>
    </li>
  )
}

interface PresetDialogProps {
  /** The sentence of the fault, over its rule. */
  readonly preset: Preset
  readonly replaces: Fault
  readonly titleOf: TitleOf
  readonly onJson: (rule: FaultRule) => void
  readonly onClose: () => void
}

/** Changes an active fault by the sentence that it fits. */
export function PresetDialog({ preset, replaces, titleOf, onJson, onClose }: PresetDialogProps) {
  const dialog = useRef<HTMLFormElement>(null)
  const form = usePreset(preset, async (rule) => {
    await replaceFault(replaces, rule)
    closeDialog(dialog.current)
    elementById('main')?.focus({ preventScroll: true })
  })
  const { draft } = form
  useLayoutEffect(() => dialog.current?.querySelector<HTMLElement>('.input')?.focus(), [])
  return (
    <Dialog title="Change the fault" onClose={onClose}>
      <form class="form" noValidate ref={dialog} onSubmit={form.submit}>
        <Inputs of={form} />
        <Problems of={form} />
        <section class="note" aria-label="In words" aria-live="polite">
          {'rule' in draft && describeRule(draft.rule, titleOf)}
        </section>
        <div class="row end">
          <Button onClick={() => onJson('rule' in draft ? draft.rule : preset.rule)}>As JSON</Button>
          <Button type="submit" kind="primary" disabled={form.isBusy}>
            Change the fault
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Adds a fault in place of an active one. */
export async function replaceFault(fault: Fault, rule: FaultRule): Promise<void> {
  await admin.faults.add(rule)
  await admin.faults.remove(fault)
  showToast('The fault was changed')
}

interface FormProps {
  readonly of: ReturnType<typeof usePreset>
}

/** The sentence with its inputs, and how often. */
const Inputs = ({ of: { preset, id, texts, setText, wrong } }: FormProps) => (
  <>
    <div class="sentence">
      {partsOf(preset).map((part, index) => {
        if (index % 2 === 0) return part
        const shared = {
          id: `${id}-${part}`,
          class: `input ${part === 'operation' ? '' : part === 'field' ? 'word' : 'number'}`,
          'aria-label': inputs[part]?.label,
          ...(wrong?.wrong === part && { 'aria-invalid': true, 'aria-describedby': `${id}-note` }),
        }
        const set = (text: string) => setText(part, text)
        return part === 'operation' ? (
          <select key={part} {...shared} value={texts[part]} onChange={({ currentTarget }) => set(currentTarget.value)}>
            {optionsOf(operationOptions, texts[part] ?? '')}
          </select>
        ) : (
          <input
            key={part}
            {...shared}
            inputMode={inputs[part]?.range ? 'numeric' : 'text'}
            autocomplete="off"
            spellcheck={false}
            value={texts[part]}
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
        )
      })}
    </div>
    <Select
      label={inputs.times?.label ?? ''}
      value={texts.times ?? ''}
      options={timesOf(preset)}
      onChange={(times) => setText('times', times)}
    />
  </>
)

/** What is wrong with a text, or why the service took no fault. */
const Problems = ({ of: { id, wrong, error } }: FormProps) => (
  <>
    {wrong && (
      <p id={`${id}-note`} class="invalid small">
        {wrong.problem}
      </p>
    )}
    <ErrorMessage error={error} />
  </>
)

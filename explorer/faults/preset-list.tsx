import { useId, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { optionsOf, Select } from '../components/field.tsx'
import { ErrorMessage } from '../components/frame.tsx'
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

function PresetForm({ preset }: { readonly preset: Preset }) {
  const [texts, setTexts] = useState(() => textsOf(preset))
  const [sent, setSent] = useState(false)
  const { error, isBusy, run } = useAction()
  const id = useId()
  const draft = ruleFrom(preset, texts)
  const setText = (name: string, text: string) => setTexts({ ...texts, [name]: text })
  const wrong = sent && 'wrong' in draft ? draft : undefined
  const add = async () => {
    setSent('wrong' in draft)
    if ('wrong' in draft) return elementById(`${id}-${draft.wrong}`)?.focus()
    await admin.faults.add(draft.rule)
    showToast('The fault was added')
  }
  return (
    <li>
      <form
        class="preset"
        noValidate
        aria-labelledby={id}
        onSubmit={(event) => {
          event.preventDefault()
          void run(add)
        }}
      >
        <h3 id={id}>{preset.title}</h3>
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
              <select
                key={part}
                {...shared}
                value={texts[part]}
                onChange={({ currentTarget }) => set(currentTarget.value)}
              >
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
        <Button type="submit" label={`Add: ${preset.title}`} disabled={isBusy}>
          Add
        </Button>
        {wrong && (
          <p id={`${id}-note`} class="invalid small">
            {wrong.problem}
          </p>
        )}
        <ErrorMessage error={error} />
      </form>
    </li>
  )
}

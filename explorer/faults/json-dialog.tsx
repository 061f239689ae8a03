import type { Fault, FaultRule } from 'osdi-events/mock'
import type { TargetedSubmitEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { closeDialog, Dialog } from '../components/dialog.tsx'
import { describeRule, type TitleOf } from '../fault-words/describe.ts'
import { admin } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { elementById } from '../state/page.ts'
import { showToast } from '../state/store.ts'
import { replaceFault } from './preset-list.tsx'
import { readRule } from './presets.ts'

interface JsonDialogProps {
  /** What the box says first. */
  readonly rule: FaultRule
  /** The active fault that the new fault replaces. */
  readonly replaces?: Fault | undefined
  readonly titleOf: TitleOf
  readonly onClose: () => void
}

/** Any fault, as JSON. A sentence says what it does. */
export function JsonDialog({ rule: first, replaces, titleOf, onClose }: JsonDialogProps) {
  const [text, setText] = useState(() => JSON.stringify(first, null, 2))
  const [sent, setSent] = useState<string>()
  const { error, isBusy, run } = useAction()
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = readRule(text)
  const sentence = 'rule' in draft ? describeRule(draft.rule, titleOf) : undefined
  // An error is about the text that was sent.
  const problem = sent === text ? ('problem' in draft ? draft.problem : error?.message) : undefined
  useLayoutEffect(() => box.current?.focus(), [problem])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(text)
    if ('problem' in draft) return
    void run(async () => {
      if (replaces) await replaceFault(replaces, draft.rule)
      else {
        await admin.faults.add(draft.rule)
        showToast('The fault was added')
      }
      closeDialog(box.current)
      // The button of a changed fault goes with it.
      if (replaces) elementById('main')?.focus({ preventScroll: true })
    })
  }
  return (
    <Dialog title={replaces ? 'Change the fault' : 'A fault as JSON'} onClose={onClose}>
      <form class="form" noValidate onSubmit={submit}>
        <div class="field">
          <label for="fault-json">Fault, as JSON</label>
          <textarea
            id="fault-json"
            ref={box}
            class="input"
            rows={9}
            spellcheck={false}
            aria-describedby="fault-note"
            {...(problem !== undefined && { 'aria-invalid': true })}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <p id="fault-note" class={problem === undefined ? 'muted' : 'invalid'}>
            {problem ??
              'Beside effect: operation, version, method, path, query, key, nth, times, when. What is left out matches everything.'}
          </p>
        </div>
        <section class="note" aria-label="In words" aria-live="polite">
          {sentence ?? 'A sentence appears when the JSON is right.'}
        </section>
        <div class="row end">
          <CopyButton text={text} what="as JSON" disabled={sentence === undefined} />
          <Button type="submit" kind="primary" disabled={isBusy}>
            {replaces ? 'Change the fault' : 'Add the fault'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import type { Fault } from 'osdi-events/mock'
import { Button, Chip, StatusChip } from '../parts/button.tsx'
import { CopyButton } from '../parts/code.tsx'
import { Failed } from '../parts/frame.tsx'
import { counted } from '../parts/text.ts'
import { admin } from '../state/admin.ts'
import { useAct, useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { say, useShared } from '../state/store.ts'
import { codeOf, left, shownEffect, shownLeft, shownMatch } from './describe.ts'

/** The active faults, and what each has matched. */
export function ActiveFaults({ faults }: { readonly faults: readonly Fault[] }) {
  const { value: keys = [] } = useLoaded('keys', () => admin.keys())
  const { error, isBusy, run } = useAct()
  const nameOf = (key: unknown) => keys.find(({ token }) => token === key)?.title ?? 'a key'
  const remove = async (fault: Fault) => {
    await admin.faults.remove(fault)
    say(`Off: ${shownEffect(fault.effect)}`)
    // The button goes with its fault, and the focus with it.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <>
      <Failed error={error} />
      <ul class="card faults" aria-label="Active faults">
        {faults.map((fault) => {
          const title = shownEffect(fault.effect)
          const match = shownMatch(fault, nameOf)
          return (
            <li key={fault.id} class={left(fault) === 0 ? 'spent' : undefined}>
              <div class="opposite">
                <h2>{title}</h2>
                <div class="row">
                  <CopyButton text={codeOf(fault)} what={`as code: ${title}`}>
                    Copy as code
                  </CopyButton>
                  <Button label={`Remove: ${title}`} disabled={isBusy} onClick={() => void run(() => remove(fault))}>
                    Remove
                  </Button>
                </div>
              </div>
              <p class="row">
                {(match.length > 0 ? match : ['every request']).map((word) => (
                  <Chip key={word}>{word}</Chip>
                ))}
                {fault.when === 'after' && <Chip tone="warn">after the service acted</Chip>}
                <span>{counted(fault.hits, 'hit')}</span>
                <span class="soft">{shownLeft(fault)}</span>
              </p>
              <Matched id={fault.id} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** How many of the requests that a fault matched are listed with it; a link leads to all of them. */
const maxShown = 3

/** The last requests that a fault matched, as far as the page has them. */
function Matched({ id }: { readonly id: string }) {
  const requests = useShared((state) => state.requests)
  const matched = (requests ?? []).filter(({ rules }) => rules?.includes(id)).toReversed()
  if (matched.length === 0) return null
  return (
    <ul aria-label="Matched requests">
      {matched.slice(0, maxShown).map(({ number, method, path, status, at }) => (
        <li key={number} class="row small">
          <span class="soft">{at.slice(11, 19)}</span>
          <a class="mono" href={hrefOf(['requests', String(number)])}>
            {method} {path}
          </a>
          <StatusChip status={status} />
        </li>
      ))}
      {matched.length > maxShown && (
        <li class="small">
          <a href={hrefOf(['requests'], { fault: id })}>Show all {matched.length}</a>
        </li>
      )}
    </ul>
  )
}

import type { Fault } from 'osdi-events/mock'
import { Button, Chip, StatusChip } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { formatCount } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useAction, useLoaded } from '../state/hooks.ts'
import { elementById } from '../state/page.ts'
import { hrefOf } from '../state/route.ts'
import { showToast, useShared } from '../state/store.ts'
import { codeOf, describeEffect, describeMatch, describeRemaining, remainingHits } from './describe.ts'

/** The active faults, each with the requests that it matched. */
export function ActiveFaults({ faults }: { readonly faults: readonly Fault[] }) {
  const { value: keys = [] } = useLoaded('keys', () => admin.keys())
  const { error, isBusy, run } = useAction()
  const nameOf = (key: unknown) => keys.find(({ token }) => token === key)?.title ?? 'a key'
  const remove = async (fault: Fault) => {
    await admin.faults.remove(fault)
    showToast(`Off: ${describeEffect(fault.effect)}`)
    // The focused button disappears with its fault, so the focus must move.
    elementById('main')?.focus({ preventScroll: true })
  }
  return (
    <>
      <ErrorMessage error={error} />
      <ul class="card faults" aria-label="Active faults">
        {faults.map((fault) => {
          const title = describeEffect(fault.effect)
          const match = describeMatch(fault, nameOf)
          return (
            <li key={fault.id} class={remainingHits(fault) === 0 ? 'spent' : undefined}>
              <div class="spread">
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
                <span>{formatCount(fault.hits, 'hit')}</span>
                <span class="muted">{describeRemaining(fault)}</span>
              </p>
              <Matched id={fault.id} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The most requests that are listed for each fault. */
const maxRequests = 3

/** The latest requests that a fault matched. */
function Matched({ id }: { readonly id: string }) {
  const requests = useShared((state) => state.requests)
  const matched = (requests?.rows ?? []).filter(({ rules }) => rules?.includes(id)).toReversed()
  if (matched.length === 0) return null
  return (
    <ul aria-label="Matched requests">
      {matched.slice(0, maxRequests).map(({ number, method, path, status, at }) => (
        <li key={number} class="row small">
          <span class="muted">{at.slice(11, 19)}</span>
          <a class="mono" href={hrefOf(['requests', String(number)])}>
            {method} {path}
          </a>
          <StatusChip status={status} />
        </li>
      ))}
      {matched.length > maxRequests && (
        <li class="small">
          <a href={hrefOf(['requests'], { fault: id })}>Show all {matched.length}</a>
        </li>
      )}
    </ul>
  )
}

import type { Fault } from 'osdi-events/mock'
import { Button, Chip, StatusChip } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { ErrorMessage } from '../components/frame.tsx'
import { formatCount } from '../components/text.ts'
import { codeOf, describeRemaining, describeRule, remainingHits, type TitleOf } from '../fault-words/describe.ts'
import { admin } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { elementById } from '../state/page.ts'
import { hrefOf } from '../state/route.ts'
import { showToast, useShared } from '../state/store.ts'

interface ActiveFaultsProps {
  readonly faults: readonly Fault[]
  readonly titleOf: TitleOf
  readonly onEdit: (fault: Fault) => void
}

/** The active faults, each with the requests that it matched. */
export function ActiveFaults({ faults, titleOf, onEdit }: ActiveFaultsProps) {
  const { error, isBusy, run } = useAction()
  const remove = async (fault: Fault) => {
    await admin.faults.remove(fault)
    showToast('The fault was removed')
    // The focused button disappears with its fault, so the focus must move.
    elementById('main')?.focus({ preventScroll: true })
  }
  return (
    <>
      <ErrorMessage error={error} />
      <ul class="card lines faults" aria-label="Active faults">
        {faults.map((fault) => {
          const sentence = describeRule(fault, titleOf)
          return (
            <li key={fault.id} class={remainingHits(fault) === 0 ? 'spent' : undefined}>
              <h2>{sentence}</h2>
              <p class="row small">
                <Chip>{fault.effect.kind}</Chip>
                <span>{formatCount(fault.hits, 'hit')}</span>
                <span class="muted">{describeRemaining(fault)}</span>
              </p>
              <div class="row fault-actions">
                <CopyButton text={codeOf(fault)} what={`as code: ${sentence}`}>
                  Copy as code
                </CopyButton>
                <Button label={`Edit: ${sentence}`} onClick={() => onEdit(fault)}>
                  Edit
                </Button>
                <Button label={`Remove: ${sentence}`} disabled={isBusy} onClick={() => void run(() => remove(fault))}>
                  Remove
                </Button>
              </div>
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
  const matched = (requests?.rows ?? []).filter(({ faultIds }) => faultIds?.includes(id)).toReversed()
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

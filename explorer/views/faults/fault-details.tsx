import type { Fault } from 'osdi-events/mock'
import { control } from '../../data/control.ts'
import { useAct } from '../../data/use-act.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty, Failed } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { codeOf } from './code.ts'
import { kinds } from './kinds.ts'
import { Hits, RuleFacts } from './rule-item.tsx'
import { StruckRequests } from './struck-requests.tsx'
import { toldEffect } from './told.ts'
import { useKeys } from './use-keys.ts'

interface FaultDetailsProps {
  readonly id: string
  /** Those in force. */
  readonly rules: readonly Fault[]
  readonly onClose: () => void
}

/** All that is known of a rule. */
export function FaultDetails({ id, rules, onClose }: FaultDetailsProps) {
  const rule = rules.find((each) => each.id === id)
  return (
    <Dialog kind="edge" title={rule ? toldEffect(rule.effect) : id} onClose={onClose}>
      {rule ? (
        <Details rule={rule} onClose={onClose} />
      ) : (
        <Empty title="This rule is not in force">It was switched off, or the service was reset.</Empty>
      )}
    </Dialog>
  )
}

function Details({ rule, onClose }: { readonly rule: Fault; readonly onClose: () => void }) {
  const { nameOf } = useKeys()
  const { error, isBusy, run } = useAct()
  const { title, does } = kinds[rule.effect.kind]
  const switchOff = async () => {
    if (await run(() => control.faults.remove(rule.id))) onClose()
  }
  return (
    <>
      <p>
        <strong>{title}.</strong> {does}{' '}
        {rule.when === 'after'
          ? 'By then the service has done what was asked, and remembers it.'
          : 'The service has not acted when it strikes.'}
      </p>
      <RuleFacts rule={rule} keyName={nameOf} />
      <div class="rule-acts">
        <Hits rule={rule} />
        <a class="button" href={hrefOf(['faults', 'new'], { like: rule.id })}>
          Add one like it
        </a>
        <Button kind="risky" disabled={isBusy} onClick={() => void switchOff()}>
          Switch off
        </Button>
      </div>
      {error && <Failed error={error} />}
      <StruckRequests rule={rule} />
      <Code label="As code" text={codeOf(rule)} />
    </>
  )
}

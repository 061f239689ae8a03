import type { Fault } from 'osdi-events/mock'
import { useLive } from '../../data/live.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'
import { left, toldEffect, toldLeft, toldMatch } from './told.ts'

interface RuleItemProps {
  readonly rule: Fault
  readonly keyName: (key: unknown) => string
  readonly isBusy: boolean
  readonly onOff: () => void
}

/** A rule in the list. */
export const RuleItem = ({ rule, keyName, isBusy, onOff }: RuleItemProps) => {
  const title = toldEffect(rule.effect)
  return (
    <li class={left(rule) === 0 ? 'rule spent' : 'rule'}>
      <div class="rule-what">
        <a class="rule-link" href={hrefOf(['faults', rule.id])}>
          {title}
        </a>
        <RuleFacts rule={rule} keyName={keyName} />
      </div>
      <Hits rule={rule} />
      <Button disabled={isBusy} onClick={onOff} label={`Switch off: ${title}`}>
        Switch off
      </Button>
    </li>
  )
}

/** Which requests a rule means, and when it strikes them. */
export const RuleFacts = ({ rule, keyName }: Pick<RuleItemProps, 'rule' | 'keyName'>) => {
  const match = toldMatch(rule, keyName)
  return (
    <p class="facts">
      {match.length === 0 ? (
        <span class="soft">Every request</span>
      ) : (
        match.map((word) => <Chip key={word}>{word}</Chip>)
      )}
      {rule.when === 'after' && <Chip tone="warn">after the service acted</Chip>}
    </p>
  )
}

/** How often a rule has struck, and will still; leads to the requests where the request log has any of them. */
export function Hits({ rule }: { readonly rule: Fault }) {
  const isKnown = useLive((known) => known.requests.some(({ rules }) => rules?.includes(rule.id)))
  const hits = rule.hits === 1 ? '1 hit' : `${count(rule.hits)} hits`
  return (
    <p class="rule-hits">
      {isKnown ? <a href={hrefOf(['requests'], { rule: rule.id })}>{hits}</a> : <span>{hits}</span>}
      <span class="soft">{toldLeft(rule)}</span>
    </p>
  )
}

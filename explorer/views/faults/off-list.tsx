import type { Fault } from 'osdi-events/mock'
import { Button } from '../../parts/button.tsx'
import { toldEffect } from './told.ts'

interface OffListProps {
  readonly rules: readonly Fault[]
  readonly isBusy: boolean
  readonly onAgain: (rule: Fault) => void
}

/** Rules that were switched off here, to be switched on again. */
export const OffList = ({ rules, isBusy, onAgain }: OffListProps) =>
  rules.length > 0 && (
    <section class="off" aria-labelledby="off-title">
      <h2 id="off-title">Switched off just now</h2>
      <ul>
        {rules.map((rule) => (
          <li key={rule.id}>
            <span class="soft">{toldEffect(rule.effect)}</span>
            <Button
              disabled={isBusy}
              onClick={() => onAgain(rule)}
              label={`Switch on again: ${toldEffect(rule.effect)}`}
            >
              Switch on again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )

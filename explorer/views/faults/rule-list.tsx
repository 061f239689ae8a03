import type { Fault } from 'osdi-events/mock'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useAct } from '../../data/use-act.ts'
import { Button } from '../../parts/button.tsx'
import { Head } from '../../parts/head.tsx'
import { Empty, Failed } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'
import { OffList } from './off-list.tsx'
import { PresetList } from './preset-list.tsx'
import { RuleItem } from './rule-item.tsx'
import { useKeys } from './use-keys.ts'

/** How many rules can be taken back that were switched off. */
const mostKept = 5

/** The rules in force, and those that were until a moment ago. */
export function RuleList({ rules }: { readonly rules: readonly Fault[] }) {
  const [off, keep] = useState<readonly Fault[]>([])
  const { nameOf } = useKeys()
  const { error, isBusy, run } = useAct()
  const pressed = useRef<Element | null>(null)
  // A button goes with its rule, when the answer comes or the news, and the focus with it. Whoever is elsewhere by then stays there.
  useLayoutEffect(() => {
    if (!pressed.current || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [rules, off])
  const act = (does: () => Promise<unknown>) => {
    pressed.current = document.activeElement
    return run(does)
  }
  const switchOff = async (gone: readonly Fault[], does: () => Promise<unknown>) => {
    if (!(await act(does))) return
    say(gone.length === 1 ? 'The fault is switched off' : `${count(gone.length)} faults are switched off`)
    keep((before) => [...gone.toReversed(), ...before].slice(0, mostKept))
  }
  return (
    <>
      <Head
        title="Faults"
        note={<span role="status">{rules.length > 0 ? `${count(rules.length)} in force` : ''}</span>}
      >
        <Button
          kind="risky"
          disabled={isBusy || rules.length === 0}
          onClick={() => void switchOff(rules, () => control.faults.clear())}
        >
          Switch all off
        </Button>
        <a class="button main" href={hrefOf(['faults', 'new'])}>
          Add a fault
        </a>
      </Head>
      {error && <Failed error={error} />}
      {rules.length === 0 ? (
        <Empty title="Nothing fails on purpose">
          A rule makes the service slow, broken or lying for the requests that you name, and shows here at once,
          wherever it was added.
        </Empty>
      ) : (
        <ul class="rules" aria-label="Rules in force">
          {rules.map((rule) => (
            <RuleItem
              key={rule.id}
              rule={rule}
              keyName={nameOf}
              isBusy={isBusy}
              onOff={() => void switchOff([rule], () => control.faults.remove(rule.id))}
            />
          ))}
        </ul>
      )}
      <OffList
        rules={off}
        isBusy={isBusy}
        onAgain={({ id, hits, ...rule }) =>
          void act(() => control.faults.add(rule)).then(
            (done) => done && keep((before) => before.filter((each) => each.id !== id)),
          )
        }
      />
      <PresetList />
    </>
  )
}

import type { FaultRule } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/form.tsx'
import { Empty, Failed, Head } from '../parts/frame.tsx'
import { count } from '../parts/text.ts'
import { admin } from '../state/admin.ts'
import { useAct } from '../state/hooks.ts'
import { hrefOf, type Route, type View } from '../state/route.ts'
import { say, useShared } from '../state/store.ts'
import { ActiveFaults } from './active.tsx'
import { left, shownEffect } from './describe.ts'
import { presets, samples } from './presets.ts'

function Faults({ route }: { readonly route: Route }) {
  const known = useShared((state) => state.faults)
  const faults = known ?? []
  const { error, isBusy, run } = useAct()
  const spent = faults.filter((fault) => left(fault) === 0).length
  const note = `${count(faults.length - spent)} active${spent > 0 ? `, ${count(spent)} spent` : ''}`
  return (
    <>
      <Head title="Faults" note={faults.length > 0 && note}>
        <Button
          kind="risky"
          disabled={isBusy || faults.length === 0}
          onClick={() => void run(() => admin.faults.clear())}
        >
          Remove all
        </Button>
      </Head>
      <Failed error={error} />
      {known?.length === 0 && (
        <Empty title="Nothing fails on purpose">
          Switch a fault on below, or add it in a test: it shows here at once.
        </Empty>
      )}
      {faults.length > 0 && <ActiveFaults faults={faults} />}
      <h2>Presets</h2>
      <ul class="presets">
        {presets.map(({ title, does, rule }) => (
          <li key={title}>
            <button type="button" class="card preset" onClick={() => void run(() => add(rule))}>
              <strong>{title}</strong>
              <span>{does}</span>
            </button>
          </li>
        ))}
      </ul>
      <OwnFault match={Object.fromEntries(route.query)} />
    </>
  )
}

async function add(rule: FaultRule): Promise<void> {
  const { effect } = await admin.faults.add(rule)
  say(`On: ${shownEffect(effect)}`)
}

const hint =
  'Beside effect: version, operation, method, path, query, key, nth, times, when. What is left out matches everything.'

/** Any fault, as the JSON that a test would hand it. `match` says which requests are meant where another view led here. */
function OwnFault({ match }: { readonly match: object }) {
  const ruleText = (kind: keyof typeof samples) => JSON.stringify({ ...match, effect: samples[kind] }, null, 2)
  const isLedHere = Object.keys(match).length > 0
  const [text, write] = useState(isLedHere ? ruleText('status') : '')
  const close = () => {
    write('')
    if (isLedHere) location.hash = hrefOf(['faults'])
  }
  return (
    <>
      <h2>Your own</h2>
      <div class="row">
        {(Object.keys(samples) as (keyof typeof samples)[]).map((kind) => (
          <Button key={kind} onClick={() => write(ruleText(kind))}>
            {kind} …
          </Button>
        ))}
      </div>
      {text && (
        <FormDialog
          title="Your own fault"
          does="Add the fault"
          fields={[{ name: 'rule', label: 'Fault, as JSON', type: 'long', value: text, hint }]}
          onSubmit={async ({ rule = '' }) => add(JSON.parse(rule))}
          onClose={close}
        />
      )}
    </>
  )
}

/** How many faults will match still: what fails on purpose must not be taken for a mistake. */
function Badge() {
  const number = useShared(({ faults = [] }) => faults.filter((fault) => left(fault) > 0).length)
  return number === 0 ? null : (
    <span class="badge">
      {number} <span class="unseen">active</span>
    </span>
  )
}

/** The faults by which the service fails on purpose. */
export const faultsView: View = { name: 'faults', title: 'Faults', Badge, Page: Faults }

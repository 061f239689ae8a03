import type { FaultRule } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { FormDialog } from '../components/form.tsx'
import { Empty, ErrorMessage, PageHeader } from '../components/frame.tsx'
import { formatNumber } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { hrefOf, navigate, type Route, type View } from '../state/route.ts'
import { showToast, useShared } from '../state/store.ts'
import { ActiveFaults } from './active.tsx'
import { describeEffect, remainingHits } from './describe.ts'
import { presets, samples } from './presets.ts'

function Faults({ route }: { readonly route: Route }) {
  const known = useShared((state) => state.faults)
  const faults = known ?? []
  const { error, isBusy, run } = useAction()
  const spent = faults.filter((fault) => remainingHits(fault) === 0).length
  const note = `${formatNumber(faults.length - spent)} active${spent > 0 ? `, ${formatNumber(spent)} spent` : ''}`
  return (
    <>
      <PageHeader title="Faults" note={faults.length > 0 && note}>
        <Button
          kind="danger"
          disabled={isBusy || faults.length === 0}
          onClick={() => void run(() => admin.faults.clear())}
        >
          Remove all
        </Button>
      </PageHeader>
      <ErrorMessage error={error} />
      {known?.length === 0 && (
        <Empty title="Nothing fails on purpose">
          Switch a fault on below, or add it in a test: it shows here at once.
        </Empty>
      )}
      {faults.length > 0 && <ActiveFaults faults={faults} />}
      <h2>Presets</h2>
      <ul class="presets">
        {presets.map(({ title, description, rule }) => (
          <li key={title}>
            <button type="button" class="card preset" onClick={() => void run(() => add(rule))}>
              <strong>{title}</strong>
              <span>{description}</span>
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
  showToast(`On: ${describeEffect(effect)}`)
}

const hint =
  'Beside effect: version, operation, method, path, query, key, nth, times, when. What is left out matches everything.'

/** Adds any fault that the user writes as JSON. `match` comes from a link in a request. */
function OwnFault({ match }: { readonly match: object }) {
  const ruleText = (kind: keyof typeof samples) => JSON.stringify({ ...match, effect: samples[kind] }, null, 2)
  const isLinked = Object.keys(match).length > 0
  const [text, setText] = useState(isLinked ? ruleText('status') : '')
  const close = () => {
    setText('')
    if (isLinked) navigate(hrefOf(['faults']))
  }
  return (
    <>
      <h2>Your own</h2>
      <div class="row">
        {(Object.keys(samples) as (keyof typeof samples)[]).map((kind) => (
          <Button key={kind} onClick={() => setText(ruleText(kind))}>
            {kind} …
          </Button>
        ))}
      </div>
      {text && (
        <FormDialog
          title="Your own fault"
          submit="Add the fault"
          fields={[{ name: 'rule', label: 'Fault, as JSON', type: 'long', value: text, hint }]}
          onSubmit={async ({ rule = '' }) => add(JSON.parse(rule))}
          onClose={close}
        />
      )}
    </>
  )
}

/** The number of active faults. Every view shows it, so that the user does not mistake a fault for a bug. */
function Badge() {
  const number = useShared(({ faults = [] }) => faults.filter((fault) => remainingHits(fault) > 0).length)
  return number === 0 ? null : (
    <span class="badge">
      {number} <span class="visually-hidden">active</span>
    </span>
  )
}

export const faultsView: View = { name: 'faults', title: 'Faults', Badge, Page: Faults }

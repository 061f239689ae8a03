import type { Fault, FaultRule } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Empty, ErrorMessage, PageHeader } from '../components/frame.tsx'
import { formatNumber } from '../components/text.ts'
import { Waiting } from '../components/waiting.tsx'
import { remainingHits, ruleOf, type TitleOf } from '../fault-words/describe.ts'
import { admin } from '../state/admin.ts'
import { useAction, useLoaded } from '../state/hooks.ts'
import { hrefOf, navigate, type Route, type View } from '../state/route.ts'
import { useShared } from '../state/store.ts'
import { ActiveFaults } from './active.tsx'
import { JsonDialog } from './json-dialog.tsx'
import { PresetDialog, PresetList } from './preset-list.tsx'
import { type Preset, presetFor, readRule } from './presets.ts'

/** What the dialog shows when it opens. */
interface Opened {
  readonly rule: FaultRule
  readonly replaces?: Fault
  /** The sentence that the fault fits. Without one, the box shows JSON. */
  readonly preset?: Preset | undefined
}

const newFault: Opened = { rule: { effect: { kind: 'status', status: 503 } } }

function Faults({ route }: { readonly route: Route }) {
  const known = useShared((state) => state.faults)
  const faults = known ?? []
  const keys = useLoaded('keys', () => admin.keys())
  const titleOf: TitleOf = (key) => keys.value?.find(({ token }) => token === key)?.title
  const { error, isBusy, run } = useAction()
  const [opened, setOpened] = useState<Opened>()
  // A link in a request opens the box, with conditions that the request meets.
  const linked = readRule(route.query.get('rule') ?? '')
  const open: Opened | undefined = opened ?? ('rule' in linked ? linked : undefined)
  const close = () => {
    setOpened(undefined)
    if ('rule' in linked) navigate(hrefOf(['faults']))
  }
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
        <Button onClick={() => setOpened(newFault)}>A fault as JSON</Button>
      </PageHeader>
      <ErrorMessage error={error} />
      <ErrorMessage error={keys.error} retry={keys.reload} />
      <Waiting />
      {known?.length === 0 && (
        <Empty title="Nothing fails on purpose">Add one of these. The faults of your tests show here at once.</Empty>
      )}
      {faults.length > 0 && (
        <ActiveFaults
          faults={faults}
          titleOf={titleOf}
          onEdit={(fault) => setOpened({ rule: ruleOf(fault), replaces: fault, preset: presetFor(ruleOf(fault)) })}
        />
      )}
      <h2>Add a fault</h2>
      <PresetList />
      {open && keys.value && !open.preset && (
        <JsonDialog rule={open.rule} replaces={open.replaces} titleOf={titleOf} onClose={close} />
      )}
      {open?.preset && open.replaces && keys.value && (
        <PresetDialog
          preset={open.preset}
          replaces={open.replaces}
          titleOf={titleOf}
          onJson={(rule) => setOpened({ ...open, rule, preset: undefined })}
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

import { useLive } from '../data/live.ts'
import { Loading } from '../parts/state.tsx'
import type { Route } from '../routing/route.ts'
import { hrefOf } from '../routing/route.ts'
import { FaultDetails } from './faults/fault-details.tsx'
import { FaultForm } from './faults/fault-form.tsx'
import { RuleList } from './faults/rule-list.tsx'
import { left } from './faults/told.ts'
import type { View } from './view.ts'

function Faults({ route }: { readonly route: Route }) {
  const [, open] = route.path
  const rules = useLive((known) => known.rules)
  // Before that, nobody can say that there are none, or what one is like.
  if (!rules) return <Loading what="rules" />
  return (
    <>
      <RuleList rules={rules} />
      {open === 'new' && (
        <FaultForm key={String(route.query)} query={route.query} rules={rules} onClose={() => leave('new')} />
      )}
      {open !== undefined && open !== 'new' && (
        <FaultDetails key={open} id={open} rules={rules} onClose={() => leave(open)} />
      )}
    </>
  )
}

/** Goes back to the list, unless the page has gone elsewhere meanwhile: a dialog says a little late that it was closed. */
function leave(open: string): void {
  if (location.hash.split('?')[0] === hrefOf(['faults', open])) location.hash = hrefOf(['faults'])
}

/** How many rules will strike still: what fails on purpose must not be taken for a mistake. */
function Badge() {
  const number = useLive(({ rules = [] }) => rules.filter((rule) => left(rule) > 0).length)
  if (number === 0) return null
  return (
    <span class="badge">
      {number} <span class="unseen">in force</span>
    </span>
  )
}

/** The rules by which the service fails on purpose. */
export const faultsView: View = {
  name: 'faults',
  title: 'Faults',
  icon: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  Badge,
  Page: Faults,
}

import { eventsView } from './events.tsx'
import { faultsView } from './faults.tsx'
import { listsView } from './lists.tsx'
import { overviewView } from './overview.tsx'
import { relationsView } from './relations.tsx'
import { requestsView } from './requests.tsx'
import { stateView } from './state.tsx'
import { timeAndMailView } from './time-and-mail.tsx'
import type { View } from './view.ts'

/** Every view, in the order of the navigation; the first is where the explorer opens. */
export const views: readonly [View, ...View[]] = [
  eventsView,
  overviewView,
  requestsView,
  faultsView,
  timeAndMailView,
  listsView,
  stateView,
  relationsView,
]

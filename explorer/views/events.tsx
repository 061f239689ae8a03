import { Head } from '../parts/head.tsx'
import { Empty } from '../parts/state.tsx'
import type { View } from './view.ts'

function Events() {
  return (
    <>
      <Head title="Events" />
      <Empty title="Soon">The list of events.</Empty>
    </>
  )
}

/** The events of the service. */
export const eventsView: View = {
  name: 'events',
  title: 'Events',
  icon: 'M2.5 4.500h11v9h-11zM2.5 7.500h11M5.500 2.500v2M10.500 2.500v2',
  Page: Events,
}

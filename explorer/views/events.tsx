import type { Route } from '../routing/route.ts'
import { EventList } from './events/event-list.tsx'
import { EventPage } from './events/event-page.tsx'
import { Resource } from './events/resource.tsx'
import { WhoComes } from './events/who-comes.tsx'
import type { View } from './view.ts'

function Events({ route }: { readonly route: Route }) {
  const [, id, what, path] = route.path
  if (id === undefined) return <EventList query={route.query} />
  if (what === 'at' && path !== undefined) return <Resource key={path} id={id} path={path} />
  if (what === 'people') return <WhoComes key={id} id={id} />
  return <EventPage key={id} id={id} />
}

/** The events of the service: all of them, one in both versions, who comes to it, and whatever its links lead to. */
export const eventsView: View = {
  name: 'events',
  title: 'Events',
  icon: 'M2.5 4.5h11v9h-11zM2.5 7.5h11M5.5 2.5v2M10.5 2.5v2',
  Page: Events,
}

import type { ListOwner } from 'osdi-events/mock'
import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { PeopleRows } from '../../parts/people-rows.tsx'
import { Empty } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'

interface ActedProps {
  readonly owner: ListOwner
  /** Id of the event. */
  readonly event: string
}

/** Everyone who acted on an event, who are reached when it is chosen. */
export function Acted({ owner, event }: ActedProps) {
  const revision = useLive((known) => known.revision)
  const { value } = useLoaded(() => control.events({ search: event, per_page: 1 }), { of: event, on: [revision] })
  const [row] = value?.events ?? []
  return (
    <>
      <nav aria-label="Way back" class="way">
        <a href={hrefOf(['lists', owner.id, 'targeting'])}>All that can be chosen</a>
        <a href={hrefOf(['events', event])}>The event</a>
      </nav>
      <h2>{row?.label ?? row?.title ?? 'Event'}</h2>
      <PeopleRows
        label="People who acted"
        query={{ event }}
        none={<Empty title="Nobody has acted on it yet">It can be chosen from the first RSVP on.</Empty>}
      />
    </>
  )
}

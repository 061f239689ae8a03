import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Head } from '../../parts/head.tsx'
import { PeopleRows } from '../../parts/people-rows.tsx'
import { Empty, Failed, Loading } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'
import { titleOf } from './members.ts'
import { Rsvp } from './rsvp.tsx'

/** Everyone who gave an RSVP to an event. */
export function WhoComes({ id }: { readonly id: string }) {
  const revision = useLive((known) => known.revision)
  const { value, error, reload } = useLoaded(
    async () => {
      const [{ v2 }, { total }] = await Promise.all([control.event(id), control.people({ event: id, per_page: 1 })])
      return { title: titleOf(v2), total }
    },
    { of: id, on: [revision] },
  )
  return (
    <>
      <nav aria-label="Way back" class="way">
        <a href={hrefOf(['events'])}>All events</a>
        <a href={hrefOf(['events', id])}>Back to the event</a>
      </nav>
      <Head title={value ? `Who comes to ${value.title}` : 'Who comes'} note={value && count(value.total)}>
        {value && <Rsvp id={id} title={value.title} />}
      </Head>
      {error && <Failed error={error} again={reload} />}
      {!value && !error && <Loading what="the event" />}
      {value && (
        <PeopleRows
          label="Who comes"
          query={{ event: id }}
          none={<Empty title="Nobody comes yet">An RSVP shows here at once.</Empty>}
        />
      )}
    </>
  )
}

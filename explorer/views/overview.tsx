import { control } from '../data/control.ts'
import { useLive } from '../data/live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Head } from '../parts/head.tsx'
import { Empty, Failed, Loading } from '../parts/state.tsx'
import type { Route } from '../routing/route.ts'
import { Figures } from './overview/figures.tsx'
import { RsvpsByEvent } from './overview/rsvps-by-event.tsx'
import { WeekPicture } from './overview/week-picture.tsx'
import type { View } from './view.ts'

function Overview({ route }: { readonly route: Route }) {
  const revision = useLive((known) => known.revision)
  const { value, error, reload } = useLoaded(() => control.overview(), { of: 'overview', on: [revision] })
  const from = route.query.get('from') ?? undefined
  const to = route.query.get('to') ?? undefined
  return (
    <>
      <Head title="Overview" />
      {error && <Failed error={error} again={reload} />}
      {!value && !error && <Loading what="the overview" />}
      {value && <Figures overview={value} />}
      {value?.events === 0 && <Empty title="No events yet">What your application creates shows here at once.</Empty>}
      {value && value.events > 0 && (
        <>
          <WeekPicture overview={value} from={from} to={to} />
          <RsvpsByEvent />
        </>
      )}
    </>
  )
}

/** How much there is, when events take place, and which of them people come to. */
export const overviewView: View = {
  name: 'overview',
  title: 'Overview',
  icon: 'M2.5 13.5h11M4 11V8M8 11V3.5M12 11V6',
  Page: Overview,
}

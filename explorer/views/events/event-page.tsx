import type { EventVersions } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Head } from '../../parts/head.tsx'
import { Failed, Loading } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { ChangeEvent } from './change-event.tsx'
import { FieldTable } from './field-table.tsx'
import { LinkTable } from './link-table.tsx'
import { titleOf } from './members.ts'
import { Rsvp } from './rsvp.tsx'

/** One event, as both versions show it. */
export function EventPage({ id }: { readonly id: string }) {
  const revision = useLive((known) => known.revision)
  const { value, error, reload } = useLoaded(() => control.event(id), { of: id, on: [revision] })
  const title = titleOf(value?.v2 ?? {})
  return (
    <>
      <nav aria-label="Way back">
        <a href={hrefOf(['events'])}>All events</a>
      </nav>
      <Head title={value ? title : 'Event'} note={<span class="mono">{id}</span>}>
        {value && (
          <>
            <a class="button" href={hrefOf(['events', id, 'people'])}>
              Who comes
            </a>
            <a class="button" href={hrefOf(['time-and-mail'], { event: id })}>
              Mail
            </a>
          </>
        )}
        {value && <ChangeEvent id={id} event={value.v2} />}
        {value && <Rsvp id={id} title={title} />}
      </Head>
      {error && <Failed error={error} again={reload} />}
      {!value && !error && <Loading what="the event" />}
      {value && <Versions event={value} />}
    </>
  )
}

function Versions({ event }: { readonly event: EventVersions }) {
  const [isRaw, show] = useState(false)
  return (
    <>
      <div class="switch">
        <Button pressed={!isRaw} onClick={() => show(false)}>
          Side by side
        </Button>
        <Button pressed={isRaw} onClick={() => show(true)}>
          JSON
        </Button>
      </div>
      {isRaw ? (
        <div class="pair">
          <Code label="Version 1" text={JSON.stringify(event.v1, null, 2)} />
          <Code label="Version 2" text={JSON.stringify(event.v2, null, 2)} />
        </div>
      ) : (
        <>
          <FieldTable event={event} />
          <LinkTable event={event} />
        </>
      )}
    </>
  )
}

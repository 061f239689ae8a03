import { type Connection, useLive } from '../data/live.ts'

const texts: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  paused: 'Paused',
  broken: 'Reconnecting',
}

/** Whether what is shown is what there is. Read out only when it changes. */
export function ConnectionState() {
  const connection = useLive((known) => known.connection)
  return (
    <p class={`connection ${connection}`} role="status">
      {texts[connection]}
    </p>
  )
}

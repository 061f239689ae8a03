import { serviceUrl } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'

/** A link that keeps the state in a file, which is named after the service's clock. */
export function Download() {
  const now = useLive((known) => known.clock?.now)
  const date = now === undefined ? '' : `-${new Date(now).toISOString().slice(0, 10)}`
  return (
    <p>
      <a class="button" href={`${serviceUrl}/_mock/state`} download={`osdi-events-state${date}.json`}>
        Download the state
      </a>
    </p>
  )
}

import type { RequestLogEntry } from 'osdi-events/mock'
import { isMembers } from '../components/members.ts'
import { type Difference, isSame, sentAndStored, whatChanged } from './differences.ts'

/** What a PUT changed, and which other values the service stored otherwise than they were sent. */
export function Changed({
  request: { method, body, before, response, ignored },
}: {
  readonly request: RequestLogEntry
}) {
  if (method !== 'PUT' || response?.status !== 200 || !isMembers(response.body)) return null
  const changes = isMembers(before) ? whatChanged(before, response.body) : undefined
  const sent = isMembers(body) ? sentAndStored(body, response.body) : []
  const otherwise = sent.filter(({ from, to }) => !isSame(from, to))
  const changed = new Set(changes?.map(({ path }) => path))
  const others = otherwise.filter(({ path }) => !changed.has(path))
  const isKept = (path: string) => ignored.some(({ field }) => field === path)
  return (
    <>
      {changes && (
        <section class="half" aria-label="What changed">
          <h3>What changed: before → after</h3>
          {changes.length === 0 ? (
            <p class="note">Nothing</p>
          ) : (
            <Differences of={changes} missing="not there" sent={otherwise} />
          )}
        </section>
      )}
      {others.length > 0 && (
        <section class="half" aria-label="Sent and stored">
          <h3>Stored otherwise: sent → stored</h3>
          <Differences of={others} missing="not stored" isKept={isKept} />
        </section>
      )}
    </>
  )
}

interface DifferencesProps {
  readonly of: readonly Difference[]
  /** Stands for a value that is not there. */
  readonly missing: string
  readonly isKept?: (path: string) => boolean
  /** Values that were sent otherwise than they are stored. */
  readonly sent?: readonly Difference[]
}

const Differences = ({ of, missing, isKept, sent = [] }: DifferencesProps) => {
  const textOf = (value: unknown) => (value === undefined ? missing : JSON.stringify(value))
  return (
    <ul class="lines small">
      {of.map(({ path, from, to }) => (
        <li key={path} class="difference">
          <span class="mono muted">{path}</span>
          <span>
            <del>{textOf(from)}</del> <span aria-hidden="true">→</span>{' '}
            <ins>
              {to !== undefined && isKept?.(path) && 'kept: '}
              {textOf(to)}
            </ins>
            {sent
              .filter((each) => each.path === path)
              .map((each) => (
                <span key={path} class="muted">
                  {' '}
                  sent as {textOf(each.from)}
                </span>
              ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

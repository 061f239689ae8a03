import type { RequestLogEntry } from 'osdi-events/mock'
import { Fragment } from 'preact'
import { Chip } from '../components/button.tsx'

/** Why the service refused a request, and which parts of the request it ignored. */
export function Remarks({ request: { reason, ignored } }: { readonly request: RequestLogEntry }) {
  if (!reason && ignored.length === 0) return null
  const refused = reason && [reason.field, reason.message].filter(Boolean).join(': ')
  return (
    <section aria-label="What the service made of it">
      {refused && (
        <p class="row">
          <Chip tone="warn">refused</Chip> {refused} {reason?.clause && <Chip>{reason.clause}</Chip>}
        </p>
      )}
      {ignored.length > 0 && (
        <>
          <p class="row">
            <Chip tone="info">ignored</Chip>
          </p>
          <dl class="members">
            {ignored.map(({ field, message }, index) => (
              <Fragment key={index}>
                <dt>{field}</dt>
                <dd>{message}</dd>
              </Fragment>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

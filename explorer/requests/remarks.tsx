import { Chip } from '../components/button.tsx'
import { hrefOf } from '../state/route.ts'
import { clauses } from './clauses.ts'
import { type Remarked, reasonFor, sentence } from './reason.ts'

/** Why a request failed, and which parts of the request the service ignored. */
export function Remarks({ request }: { readonly request: Remarked }) {
  const { ignored, repeats } = request
  const failure = reasonFor({ ...request, ignored: [] })
  if (!failure && ignored.length === 0) return null
  return (
    <section class="remarks" aria-label="What the service made of it">
      {failure && (
        <p class={`reason ${failure.kind}`}>
          <strong class="text">
            {repeats === undefined ? (
              failure.text
            ) : (
              <>
                <a href={hrefOf(['requests', String(repeats)])}>Request {repeats}</a>
                {failure.text.replace(/^Request \d+/, '')}
              </>
            )}
          </strong>
        </p>
      )}
      {failure?.clause !== undefined && (
        <p class="small">
          <a href={hrefOf(['clauses'], { of: failure.clause })}>{failure.clause}</a> {clauses[failure.clause]}
        </p>
      )}
      {ignored.length > 0 && (
        <>
          <p class="row">
            <Chip tone="warn">ignored</Chip>
          </p>
          <ul class="small">
            {ignored.map((each, index) => (
              <li key={index} class="text">
                {sentence(each)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

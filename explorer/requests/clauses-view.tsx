import { Fragment } from 'preact'
import { PageHeader } from '../components/frame.tsx'
import { hrefOf, type Route, type View } from '../state/route.ts'
import { clauses } from './clauses.ts'

/** The sections of the spec by which the service refuses requests. */
function Clauses({ route }: { readonly route: Route }) {
  const chosen = route.query.get('of')
  const versions = chosen?.startsWith('v2') ? ['v2', 'v1'] : ['v1', 'v2']
  return (
    <>
      <PageHeader title="Sections of the spec" note="The rules by which the service refuses requests, in our words">
        <a href={hrefOf(['requests'])}>All requests</a>
      </PageHeader>
      {versions.map((version) => (
        <section key={version} class="card half">
          <h2>Version {version.slice(1)}</h2>
          <dl class="members clauses">
            {Object.entries(clauses)
              .filter(([name]) => name.startsWith(version))
              .map(([name, text]) => (
                <Fragment key={name}>
                  <dt>{name === chosen ? <mark>{name}</mark> : name}</dt>
                  <dd>{text}</dd>
                </Fragment>
              ))}
          </dl>
        </section>
      ))}
    </>
  )
}

export const clausesView: View = { name: 'clauses', title: 'Sections of the spec', Page: Clauses }

import { serviceUrl } from '../data/control.ts'
import { Head } from '../parts/head.tsx'
import type { Route } from '../routing/route.ts'
import { meaningOf } from './relations/meanings.ts'
import type { View } from './view.ts'

function Relations({ route }: { readonly route: Route }) {
  const [, name = 'self'] = route.path
  const { text, versions } = meaningOf(name)
  return (
    <>
      <Head title={<span class="mono">{name}</span>} note={versions} />
      <div class="card prose">
        <p>{text}</p>
        {name.includes(':') && (
          <p class="soft">
            Answers name <code>{`${serviceUrl}/docs/${name.slice(name.indexOf(':') + 1)}`}</code> as the address of its
            documentation, where a live service has its own; the mock has nothing there but this page.
          </p>
        )}
      </div>
    </>
  )
}

/** What the relations of links mean. */
export const relationsView: View = { name: 'relations', title: 'Relation', Page: Relations }

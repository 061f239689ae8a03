import type { ListOwner } from 'osdi-events/mock'
import { control } from '../data/control.ts'
import { useLive } from '../data/live.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Choice } from '../parts/field.tsx'
import { Head } from '../parts/head.tsx'
import { Empty, Failed, Loading } from '../parts/state.tsx'
import { hrefOf, type Route } from '../routing/route.ts'
import { Acted } from './lists/acted.tsx'
import { Dashboard } from './lists/dashboard.tsx'
import { MailingList } from './lists/mailing-list.tsx'
import { Tabs, tabOf } from './lists/tabs.tsx'
import { Targeting } from './lists/targeting.tsx'
import type { View } from './view.ts'

function Lists({ route }: { readonly route: Route }) {
  const revision = useLive((known) => known.revision)
  const { value, error, reload } = useLoaded(() => control.lists(), { of: 'lists', on: [revision] })
  const [, id, tab, event] = route.path
  const owner = id === undefined ? value?.[0] : value?.find((each) => each.id === id)
  return (
    <>
      <Head title="Lists">
        {value && (
          <Choice
            label="Whose"
            bare
            value={owner?.id ?? ''}
            onChange={(next) => {
              location.hash = hrefOf(['lists', next, ...(tab === undefined ? [] : [tabOf(tab)])])
            }}
            choices={[
              ...(owner ? [] : [['', 'Choose …'] as const]),
              ...value.map((each) => [each.id, named(each)] as const),
            ]}
          />
        )}
      </Head>
      {error && <Failed error={error} again={reload} />}
      {!value && !error && <Loading what="the lists" />}
      {value && !owner && <Empty title="Nobody has this id">They may have gone with a reset.</Empty>}
      {owner && (
        <>
          <Tabs owner={owner} current={tabOf(tab)} />
          <List key={owner.id} owner={owner} tab={tabOf(tab)} event={event} />
        </>
      )}
    </>
  )
}

const named = ({ kind, title, keys }: ListOwner): string =>
  `${title} (${kind === 'group' ? 'group' : keys > 0 ? 'account' : 'creator of events'})`

interface ListProps {
  readonly owner: ListOwner
  readonly tab: ReturnType<typeof tabOf>
  /** Id of the event whose people are looked at. */
  readonly event: string | undefined
}

function List({ owner, tab, event }: ListProps) {
  if (tab === 'dashboard') return <Dashboard owner={owner} />
  if (tab === 'e-mail') return <MailingList owner={owner} />
  return event === undefined ? <Targeting owner={owner} /> : <Acted key={event} owner={owner} event={event} />
}

/** What can be chosen in the targeting interface, what the dashboard lists, and who is on an e-mail list. */
export const listsView: View = {
  name: 'lists',
  title: 'Lists',
  icon: 'M6 3.5h7.5M6 8h7.5M6 12.5h7.5M2.5 3.5h.5M2.5 8h.5M2.5 12.5h.5',
  Page: Lists,
}

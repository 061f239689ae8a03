import { Tabs } from '../components/frame.tsx'
import type { Route, View } from '../state/route.ts'
import { EventPage } from './event-page.tsx'
import { EventList } from './events.tsx'
import { Lists } from './lists.tsx'
import { MailPage } from './mail.tsx'

const tabs = [
  [['data', 'events'], 'Events'],
  [['data', 'mail'], 'Mail'],
  [['data', 'lists'], 'Lists'],
] as const

function Data({ route: { path, query } }: { readonly route: Route }) {
  const [, what = 'events', id, tab] = path
  return (
    <>
      <Tabs label="Data" current={what} tabs={tabs} />
      {what === 'mail' ? (
        <MailPage open={id} query={query} />
      ) : what === 'lists' ? (
        <Lists />
      ) : id === undefined ? (
        <EventList query={query} />
      ) : (
        <EventPage key={id} id={id} tab={tab} />
      )}
    </>
  )
}

export const dataView: View = { name: 'data', title: 'Data', Page: Data }

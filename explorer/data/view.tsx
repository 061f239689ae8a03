import { Tabs } from '../components/frame.tsx'
import type { Route, View } from '../state/route.ts'
import { CampaignPage } from './campaign-page.tsx'
import { CampaignList } from './campaigns.tsx'
import { EventPage } from './event-page.tsx'
import { EventList } from './events.tsx'
import { Lists } from './lists.tsx'
import { MailPage } from './mail.tsx'
import { PeoplePage } from './people-page.tsx'
import { PersonPage } from './person-page.tsx'
import { TagsPage } from './tags.tsx'

const tabs = {
  events: 'Events',
  campaigns: 'Campaigns',
  people: 'People',
  tags: 'Tags',
  mail: 'Mail',
  lists: 'Lists',
}

function Data({ route: { path, query } }: { readonly route: Route }) {
  const [, what = 'events', id, tab] = path
  return (
    <>
      <Tabs label="Data" at={['data']} current={what} tabs={tabs} />
      {what === 'mail' && <MailPage open={id} form={tab} query={query} />}
      {what === 'lists' && <Lists />}
      {what === 'tags' && <TagsPage />}
      {what === 'people' &&
        (id === undefined ? (
          <PeoplePage tag={query.get('tag') ?? undefined} />
        ) : (
          <PersonPage key={id} id={id} tab={tab} />
        ))}
      {what === 'campaigns' &&
        (id === undefined ? <CampaignList query={query} /> : <CampaignPage key={id} id={id} tab={tab} />)}
      {what === 'events' && (id === undefined ? <EventList query={query} /> : <EventPage key={id} id={id} tab={tab} />)}
    </>
  )
}

export const dataView: View = { name: 'data', title: 'Data', Page: Data }

import type { CampaignRow, NewCampaign as NewCampaignFields } from 'osdi-events/mock'
import { Chip } from '../components/button.tsx'
import { Search } from '../components/field.tsx'
import { type Field, FormButton, type Values } from '../components/form.tsx'
import { Empty, PageHeader } from '../components/frame.tsx'
import { type Column, PagedTable } from '../components/table.tsx'
import { formatNumber } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { hrefOf, navigateFrom, replaceRoute } from '../state/route.ts'
import { changesOf } from './changes.ts'
import { useOwners } from './event-forms.tsx'
import { originCell } from './events.tsx'

export const campaignFields: readonly Field[] = [
  { name: 'title', label: 'Title' },
  { name: 'name', label: 'Title for organizers' },
  { name: 'browser_url', label: 'Web page' },
  { name: 'host_url', label: 'Page for hosts' },
  { name: 'description', label: 'Description', type: 'long' },
  { name: 'host_pitch', label: 'Why to host an event', type: 'long' },
  { name: 'host_instructions', label: 'Instructions for hosts', type: 'long' },
]

const columns: readonly Column<CampaignRow>[] = [
  {
    name: 'title',
    title: 'Title',
    cell: ({ id, title, hidden }) => (
      <span class="titled">
        <a class="row-link" href={hrefOf(['data', 'campaigns', id])} title={title}>
          {title}
        </a>
        {hidden && <Chip>hidden</Chip>}
      </span>
    ),
  },
  { name: 'campaign', title: 'Whose', cell: ({ owner }) => owner.title },
  { name: 'count', title: 'Events', cell: ({ events }) => formatNumber(events) },
  { name: 'rsvps', title: 'RSVPs', cell: ({ rsvps }) => formatNumber(rsvps) },
  {
    name: 'origin',
    title: 'Origin',
    cell: originCell,
  },
]

/** The event campaigns of all owners. The user can search them. */
export function CampaignList({ query }: { readonly query: URLSearchParams }) {
  const search = query.get('search') ?? ''
  const onSearch = (text: string) => replaceRoute(hrefOf(['data', 'campaigns'], { search: text }))
  return (
    <>
      <PageHeader title="Campaigns">
        <Search label="Search campaigns" value={search} onSearch={onSearch} />
        <NewCampaign />
      </PageHeader>
      <PagedTable
        label="Campaigns"
        query={{ search }}
        load={admin.campaignRows}
        rowsOf={({ campaigns }) => campaigns}
        columns={columns}
        empty={
          <Empty title={search === '' ? 'No campaigns yet' : 'No matching campaigns'}>
            A campaign collects events of its owner.
          </Empty>
        }
      />
    </>
  )
}

function NewCampaign() {
  const { keys, owner } = useOwners()
  const add = async (values: Values) => {
    const open = navigateFrom()
    const fields = { title: '', ...changesOf(campaignFields, values) } as Omit<NewCampaignFields, 'key'>
    const { id, title } = await admin.addCampaign({ ...fields, key: keys?.[Number(values.key)]?.token ?? '' })
    open(hrefOf(['data', 'campaigns', id]), `${title} was made`)
  }
  return (
    <FormButton
      label="New campaign"
      opener="primary"
      disabled={!keys}
      title="New campaign"
      submit="Make the campaign"
      fields={[...campaignFields.slice(0, 1), owner, ...campaignFields.slice(1)]}
      onSubmit={add}
    />
  )
}

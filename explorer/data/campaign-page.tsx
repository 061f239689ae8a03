import type { MockCampaign } from 'osdi-events/mock'
import { Chip } from '../components/button.tsx'
import { Code } from '../components/code.tsx'
import { type Field, FormButton, type Values } from '../components/form.tsx'
import { Empty, Facts, Folded, LoadStatus, PageHeader, Tabs } from '../components/frame.tsx'
import { formatJson } from '../components/text.ts'
import { admin, fieldOf } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { campaignFields } from './campaigns.tsx'
import { changesOf } from './changes.ts'
import { EventTable, eventColumns } from './events.tsx'
import { RequestsOf } from './requests-of.tsx'
import { isHidden, textIn } from './versions.tsx'

/** An event campaign: its fields, its events and its JSON. */
export function CampaignPage({ id, tab = 'events' }: { readonly id: string; readonly tab: string | undefined }) {
  const campaign = useLoaded(id, () => admin.campaign(id))
  const isGone = campaign.error && fieldOf(campaign.error) === 'campaign'
  const value = isGone ? undefined : campaign.value
  return (
    <>
      <PageHeader title={value ? value.title : 'Campaign'}>
        {value && <RequestsOf id={id} />}
        {value && isHidden(value) && <Chip>hidden</Chip>}
        {value && <EditCampaign campaign={value} />}
      </PageHeader>
      {isGone ? (
        <Empty title="No such campaign">
          The service was reset. <a href={hrefOf(['data', 'campaigns'])}>Show all campaigns</a>
        </Empty>
      ) : (
        <>
          <Tabs
            label="Campaign"
            at={['data', 'campaigns', id]}
            current={tab}
            tabs={{ events: 'Events', about: 'About', json: 'JSON' }}
          />
          <LoadStatus of={campaign} />
        </>
      )}
      {value && tab === 'events' && <EventTable query={{ campaign: id }} columns={columns} />}
      {value && tab === 'about' && (
        <section class="card">
          <Facts of={Object.fromEntries(campaignFields.map(({ name, label }) => [label, textIn(value, name)]))} />
          <Folded title="Identifiers">
            <Facts of={{ Id: id, Identifiers: String(value.identifiers ?? '') }} />
          </Folded>
        </section>
      )}
      {value && tab === 'json' && <Code label="Version 2" text={formatJson(withoutId(value))} />}
    </>
  )
}

const columns = eventColumns.filter(({ name }) => name !== 'campaign')

/** The response of version 2, which has no plain id. */
const withoutId = ({ id: _id, ...response }: MockCampaign) => response

function EditCampaign({ campaign }: { readonly campaign: MockCampaign }) {
  const hidden = isHidden(campaign) ? 'hidden' : 'shown'
  const visibility = { name: 'hidden', label: 'In lists', value: hidden, options: ['shown', 'hidden'] } as const
  const fields = campaignFields.map((field) => ({ ...field, value: textIn(campaign, field.name) }))
  const save = async (values: Values, shown: readonly Field[]) => {
    const changes = { ...changesOf(shown.slice(0, -1), values), hidden: values.hidden === 'hidden' }
    showToast(`${(await admin.updateCampaign(campaign, changes)).title} was changed`)
  }
  return (
    <FormButton label="Edit" title="Edit the campaign" submit="Save" fields={[...fields, visibility]} onSubmit={save} />
  )
}

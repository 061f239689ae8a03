import { campaignResource } from '../resources/campaign.ts'
import { collection } from '../resources/collection.ts'
import { embedResource } from '../resources/embed.ts'
import { personJson } from '../resources/person.ts'
import { campaignFor, eventFor, personFor } from '../service/scope.ts'
import type { Handler } from './call.ts'

export const getPerson: Handler = ({ view, key, match }) => [
  personJson(view, personFor(view.world, key, match.id), 'single'),
]

/** What the service keeps nothing of: the collection is there, and empty. */
export const listPersonPart: Handler = ({ view, key, match, paging }) => {
  const { id } = personFor(view.world, key, match.id)
  const address = view.addresses.personPart(id, match.part)
  const show = (nothing: never) => nothing
  return collection(view, { address, relation: `osdi:${match.part}`, members: [], show }, paging())
}

export const getCampaign: Handler = ({ view, key, match }) =>
  JSON.stringify(campaignResource(view, campaignFor(view.world, key, match.id)))

export const getEmbed: Handler = ({ view, key, match }) =>
  JSON.stringify(embedResource(view, eventFor(view.world, key, match.id)))

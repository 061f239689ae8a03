import { text, wholeNumber } from '../validate.ts'
import type { AssumptionTable } from './row.ts'

export const links = {
  linked: {
    about: 'whether the links of an event lead anywhere',
    detail: 'to what the spec does not describe: people, attendances, embed codes, campaigns, tags',
    settings: [200, 404],
    why: 'dead links help nobody',
    probe: 'GET',
  },
  campaignLink: {
    about: "link to an event's campaign",
    detail: 'its last segment',
    settings: [
      ['bare', 'the id'],
      ['prefixed', 'the identifier'],
    ],
    why: 'like other links',
    probe: 'GET',
  },
  originSystem: {
    about: 'origin system of events made in the user interface',
    detail: 'and of people; vendor and product in the entry point',
    settings: ['Mock Service'],
    others: { check: text, says: 'any text', types: ['string'] },
    preset: 'Action Network',
    why: 'events of the Action Network have this one, and clients filter by it',
    probe: 'GET',
  },
  sponsorAddress: {
    about: 'address of the sponsor',
    settings: [
      ['public page', '`/groups/<id>`'],
      ['api', '`/api/v2/groups/<id>`'],
    ],
    why: 'the spec shows the page; an event was recorded with the other, in 2017',
    probe: 'GET',
  },
  attendanceHelper: {
    about: 'link to the helper for RSVPs',
    detail: 'of an event in version 2',
    settings: [
      ['with prefix', '`osdi:record_attendance_helper`'],
      ['both', '`record_attendance_helper` too, with the same address'],
    ],
    preset: 'both',
    why: 'events of the Action Network were recorded with both',
    only: 'v2',
    probe: 'GET',
  },
  individualCampaigns: {
    about: 'campaigns of an individual account',
    detail: 'the response to a POST of one',
    settings: [403, 'created'],
    why: 'the documentation of the Action Network says that individuals have none; the status is a guess',
    probe: {
      neither: 'needs the key of an individual account, and leaves a campaign behind; POST one with such a key',
    },
  },
  tagList: {
    about: 'tag_list of events',
    detail: 'in version 2',
    settings: ['absent', ['kept', 'names of tags, as they were sent']],
    preset: 'kept',
    why: 'the spec has no such field; the documentation of the Action Network has it',
    only: 'v2',
    probe: 'GET',
  },
  docsAddress: {
    about: 'address of the documentation of links',
    detail: 'in curies',
    settings: [
      ['by version', '`/docs/v2/{rel}`, in version 1 `/docs/v1/{rel}`'],
      ['for both versions', '`/docs/{rel}`'],
    ],
    why: "version 2's was seen; version 1's is inferred",
    probe: 'GET',
  },
  maxPageSize: {
    about: 'page size at the entry point',
    settings: [
      ['integer', '`max_page_size` is a number'],
      ['string', 'it is a text'],
      ['max_pagesize', "a number under OSDI's name"],
    ],
    why: 'a number was recorded; the documentation of the Action Network says text',
    probe: 'GET',
  },
  otherCollections: {
    about: 'other collections of the entry point',
    detail: '`petitions`, `forms`, `fundraising_pages`, `donations`, `advocacy_campaigns`, `lists`, `campaigns`',
    settings: ['not served', ['empty', 'empty lists']],
    preset: 'empty',
    why: 'so that programs can follow each link',
    probe: 'GET',
  },
  petitions: {
    about: 'petitions (version 1)',
    detail: 'paths that end in `/petitions`',
    settings: ['not served', ['events', 'the list of events']],
    why: 'the spec does not say',
    only: 'v1',
    probe: 'GET',
  },
  labelNumber: {
    about: 'number in the label of a targeted event',
    detail: 'in the targeting interface, where organizers select e-mail recipients',
    settings: [1],
    others: { check: wholeNumber(), says: 'any whole number', types: ['number'] },
    why: 'the spec shows it once',
    probe: { neither: 'shows on the targeting page alone, which is no part of the API' },
  },
} as const satisfies Partial<AssumptionTable>

import type { AssumptionTable } from './row.ts'

export const collections = {
  perPageParameter: {
    about: 'per_page in a request',
    settings: [['honoured', "up to the service's own page size, kept in `next`"], 'ignored'],
    why: 'seen',
    probe: 'GET',
  },
  filter: {
    about: 'filter in a request',
    detail: 'of events, and of the attendances of an event or a person',
    settings: [
      ['ignored', 'like any unknown parameter (`otherQuery`)'],
      ['honoured', 'OData; any other text gets `400`'],
      ['by day', 'a date counts as its whole UTC day'],
      ['dropped from next', '`next` lacks the filter'],
      ['refused', '`400`'],
    ],
    preset: 'honoured',
    why: "`'honoured'` was seen",
    probe: 'GET',
  },
  filterFields: {
    about: 'fields that a filter compares',
    settings: [
      ['every field', 'with a comparable value'],
      [
        'as listed',
        'of events `identifier`, times of creation and change, origin system, title, start and end; of attendances `identifier` and the two times; any other is `400`',
      ],
    ],
    preset: 'as listed',
    why: 'the documentation of the Action Network lists these; what it does with others is unknown',
    probe: 'GET',
  },
  pageBeyond: {
    about: 'a page after the last one',
    settings: [['empty', 'without `next`'], 404],
    why: 'events may vanish meanwhile',
    probe: 'GET',
  },
  invalidPage: {
    about: 'a page that is no number',
    detail: 'or not above 0',
    settings: [['first', 'the first page'], 400],
    why: 'forgiving',
    probe: 'GET',
  },
  filterLinks: {
    about: 'links of a filtered page',
    settings: [
      ['self with filter', '`next` is `?page=2&filter=…`'],
      ['self without query', '`next` is `?filter=…&page=2`'],
    ],
    preset: 'self without query',
    why: 'the second was recorded',
    probe: 'GET',
  },
  requestReading: {
    about: 'how exactly an address must be written',
    settings: [
      'as documented',
      [
        'lenient',
        '`page` and `per_page` count as far as their digits go (`2abc`), several slashes count as one, parameters in the form body of a GET count (over HTTP), an empty `filter` is none, people can be filtered by `email`',
      ],
    ],
    preset: 'lenient',
    why: 'public programs need it',
    probe: 'GET',
  },
  nextOnLast: {
    about: 'link to a next page on the last one',
    settings: [
      ['absent', 'v2 §2.6'],
      ['present', 'it leads to an empty page, which costs a request for each list'],
    ],
    preset: 'present',
    why: 'contested: recorded lists of tags and donations have it, one edited recording has not; programs lose the last page without it',
    probe: 'GET',
  },
  previousLink: {
    about: 'link to the previous page',
    detail: 'on all pages but the first',
    settings: ['absent', 'present'],
    preset: 'present',
    why: 'the documentation of the Action Network and a recorded page have it',
    probe: 'GET',
  },
  totals: {
    about: 'total_pages and total_records',
    settings: ['present', 'absent'],
    why: 'some real lists lack them',
    probe: 'GET',
  },
  order: {
    about: 'order of the list',
    detail: 'by the time of creation',
    settings: ['oldest first', 'newest first'],
    why: 'the second shifts pages',
    probe: 'GET',
  },
  scope: {
    about: 'events that a key sees',
    settings: [
      ['owner', 'keys of one group or account see the same'],
      ['key', 'only the key that made an event'],
    ],
    why: 'the spec speaks of owners',
    probe: { neither: 'needs a second key of the same group; compare the events of both' },
  },
  campaignEvents: {
    about: 'events of an event campaign',
    settings: [
      ['of the owner', 'those that belong to the owner of the campaign'],
      [
        'of every host',
        'the owner also reads the events that others host in the campaign, with their attendances and people, and cannot change them. Add one with `addEvent({ campaign }, { key })` of another owner',
      ],
    ],
    preset: 'of every host',
    why: 'the spec ties events to a key; the documentation of the Action Network lets a group see the attendances of its campaigns',
    probe: { neither: 'needs a campaign in which others host; look for their events in its list' },
  },
  campaignEventPeople: {
    about: 'people in events of an event campaign (version 2)',
    detail: 'creator and organizer',
    settings: ['linked', ['embedded', 'linked too']],
    preset: 'embedded',
    why: 'an event was recorded with both in 2017',
    only: 'v2',
    probe: 'GET',
  },
} as const satisfies Partial<AssumptionTable>

import type { AssumptionTable } from './row.ts'

export const identifiers = {
  v2KnownIdentifier: {
    about: 'create with an identifier that an event has (version 2)',
    detail: 'an event of the same owner',
    settings: [['unchanged', '200 and that event'], 'update', 409],
    why: 'no duplicate was seen',
    only: 'v2',
    probe: 'write',
  },
  v2PutIdentifiers: {
    about: 'identifiers in an update (version 2)',
    settings: [['replace', "all but the service's own"], 'add'],
    preset: 'add',
    why: "a sent field replaces the old one; `'add'` was seen",
    only: 'v2',
    probe: 'write',
  },
  foreignOwner: {
    about: "create with an identifier of another group's event",
    detail: 'an update ignores such an identifier',
    settings: [409, 'ignored'],
    why: 'identifiers are unique',
    probe: {
      neither: 'needs an identifier of an event of another group; POST an event with it, and look at the status',
    },
  },
  twoMatches: {
    about: 'create with identifiers of two events (version 1)',
    detail: "in version 2 with `v2KnownIdentifier: 'update'`",
    settings: [409, ['oldest', 'the older event is updated']],
    why: 'neither is a better match',
    probe: {
      neither:
        'needs two events of your own, and a check makes only one; POST to version 1 with the identifiers of both, and look at the status',
    },
  },
  ownTwin: {
    about: 'update with an identifier of another own event',
    settings: ['ignored', 409],
    why: 'like invalid entries',
    probe: {
      neither:
        'needs two events of your own, and a check makes only one; PUT the identifier of the other, and look at status and identifiers',
    },
  },
  malformedIdentifier: {
    about: 'create with an identifier without a system',
    detail:
      "also with an unknown one that has the service's prefix. An update ignores it. The rest of a create counts: sent again, it makes a second event",
    settings: ['ignored', 400],
    why: 'as in an update',
    probe: 'write',
  },
  ids: {
    about: 'ids',
    settings: [
      ['uuid', 'in lower case'],
      ['number', 'counts up'],
    ],
    why: 'seen',
    probe: 'GET',
  },
} as const satisfies Partial<AssumptionTable>

/** Groups of what is exported, in the order of the site, each with the files that it comes from. The first that fits counts. */
const files = [
  ['Clients', /^src\/(?:core\/client\/|v\d\/events\.ts|action-network\.ts)/],
  ['Events of version 2', /^src\/v2\//],
  ['Events of version 1', /^src\/v1\//],
  [
    'Fields of both versions',
    /^src\/core\/(?:hal\/(?:event-fields|namespace|filter-types)|schema\/(?:field-list|odata-filter))\.ts/,
  ],
  ['Lists and pages', /^src\/core\/paging\//],
  ['Hooks, logging, drift', /^src\/core\/(?:options\/hooks|hal\/drift|schema\/drift)\.ts/],
  ['Options', /^src\/core\/(?:options|http)\//],
  ['Reading results', /^src\/(?:own-fields\.ts|core\/(?:address|base|calls|hal|schema)\/)/],
  ['Errors', /^src\/core\/errors\//],
  ['Zones and calendars', /^src\/calendar\//],
  ['The service', /^mock-server\/(?:service|assumptions|action-network|types\/(?:service|options|assumptions))\.ts/],
  ['Events, people and mail', /^mock-server\/types\/(?:accounts|events|common)\.ts/],
  ['Request log', /^mock-server\/types\/requests\.ts/],
  ['Faults', /^mock-server\/types\/faults\.ts/],
  ['State', /^mock-server\/types\/state\.ts/],
  ['Errors of the mock', /^mock-server\/(?:errors|requests\/assert|admin\/send)\.ts/],
  ['Check of a real service', /^mock-server\/(?:check\/|types\/check\.ts)/],
  ['Server and admin API', /^mock-server\/(?:admin|server|standalone\.ts|types\/(?:queries|request-rows)\.ts)/],
  ['MSW', /^mock-server\/(?:msw|node|browser|interception)\.ts/],
  ['Explorer', /^explorer\//],
  ['Others', /^/],
]

export const groups = files.map(([group]) => group)

/** @param {string} path of a source file */
export const groupOf = (path) => files.find(([, file]) => file.test(path))?.[0]

/** The modules in the order in which people need them, under the names that programs import, and what each has. */
export const purposes = {
  'osdi-events':
    'Typed clients for both versions of the OSDI events API, the errors they throw, and helpers for what they return.',
  'osdi-events/v2': 'The same with `EventsV2` alone.',
  'osdi-events/v1': 'The same with `EventsV1` alone.',
  'osdi-events/calendar': 'Time zones of events, their times as moments, and iCalendar feeds.',
  'osdi-events/mock': 'The mock service in memory, and the check that compares a real service with it.',
  'osdi-events/mock/msw': 'Request handlers for your own setup of MSW.',
  'osdi-events/mock/node': 'The mock service in tests that run in Node, through MSW.',
  'osdi-events/mock/browser': 'The mock service in a page, through the service worker of MSW.',
  'osdi-events/mock/standalone': 'The mock service on a port, with its admin API and its explorer.',
  'osdi-events/mock/explorer': 'The explorer of a mock service, as a part of your own page.',
}

export const modules = Object.keys(purposes)

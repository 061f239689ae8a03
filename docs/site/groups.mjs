/** Groups of what is exported, in the order of the site, each with the rooms of the code that it comes from. The first room that fits counts. */
const rooms = [
  ['Clients', /^src\/(?:core\/client|v\d\/events)\.ts/],
  ['Events of version 1', /^src\/v1\//],
  ['Events of version 2', /^src\/v2\//],
  ['Fields of both versions', /^src\/core\/resources\/(?:enums|location|reminder)\.ts/],
  ['Lists and pages', /^src\/core\/(?:walking|pages|resources\/(?:page|rejected)\.ts)/],
  ['Reading results', /^src\/core\/(?:resources|addresses)\//],
  ['Options', /^src\/core\/(?:arguments|pacing|secrecy)\//],
  ['Errors', /^src\/core\/errors\//],
  ['Seeing what happens', /^src\/core\/watching\//],
  ['The service', /^mock-server\/(?:create|assumptions|types\/(?:service|options|geocode|snapshot))\.ts/],
  ['Putting things in', /^mock-server\/types\/(?:accounts|events|common)\.ts/],
  ['Looking at what it did', /^mock-server\/types\/(?:journal|views|news|look)\.ts/],
  ['Failing on purpose', /^mock-server\/types\/fault/],
  ['Going back', /^mock-server\/types\/state\.ts/],
  ['Errors of the mock', /^mock-server\/(?:control\/|journal\/)?(?:errors|assertion)\.ts/],
  ['A server and its control', /^mock-server\/(?:control|server|standalone\.ts)/],
  ['MSW', /^mock-server\/(?:msw|node|browser|interception)\.ts/],
  ['Others', /^/],
]

export const groups = rooms.map(([group]) => group)

/** @param {string} path of a source file */
export const groupOf = (path) => rooms.find(([, room]) => room.test(path))?.[0]

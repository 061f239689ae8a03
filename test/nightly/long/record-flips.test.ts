import type { Assumptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { settingOf } from '../../../mock-server/assumptions/row.ts'
import { assumptionNames, assumptionRow } from '../../../mock-server/assumptions.ts'
import { read, recording, write } from '../../support/recorded.ts'

/** Settings that no answer shows by status, members, types or links, and why. */
const unseen: Readonly<Record<string, string>> = {
  errorTexts: 'they are values',
  scope: 'it takes two keys of one group',
  campaignEvents: 'the events of others look like those of the owner',
  foreignOwner: 'no answer shows the event of another owner',
  'unset empty text': 'the mock has the empty texts that it was shown',
  geocodeMiss: 'the mock takes the place of an address from the answer',
  modified: 'it is a value',
  originSystem: 'it is a value',
  totalAccepted: 'it is a value',
  autoresponse: 'it is an e-mail',
  language: 'it is a value',
  creatorRoles: 'the mock takes from the answer who can be a creator',
  labelNumber: 'it is not in an answer',
}

/** Settings that only writes show. */
const shownByWrites = new Set<keyof Assumptions>([
  ...([
    'methodNotAllowed',
    'invalidBody',
    'contentType',
    'v2KnownIdentifier',
    'v2PutIdentifiers',
    'foreignOwner',
  ] as const),
  ...(['twoMatches', 'ownTwin', 'malformedIdentifier', 'invalidOptional', 'numbersAsText', 'nullInPut'] as const),
  ...(['originOnCreate', 'v1PostalCode', 'geocodeMiss', 'partialLocation', 'vetting', 'modified', 'hidden'] as const),
  ...(['personMatch', 'onePersonOnce', 'attendancePerson', 'attendanceStatus', 'autoresponse', 'keylessRsvp'] as const),
  ...(['unknownRegion', 'attendanceFields', 'attendanceLinks'] as const),
  ...(['keylessSignup', 'failedRsvp', 'creatorRoles', 'recordAttendance', 'individualCampaigns', 'tagList'] as const),
])

const flips = assumptionNames.flatMap((name) =>
  assumptionRow(name)
    .settings.map(settingOf)
    .slice(1)
    .map((setting) => [name, setting] as const),
)

// A recording compares no answer with status 429.
test.for(flips.filter(([name]) => name !== 'rateLimit'))('a service with %s: %j differs', async ([name, setting]) => {
  // Without filters, no answer shows how they work.
  const base: Partial<Assumptions> = /^filter./.test(name) ? { filter: 'honoured' } : {}
  const version = name === 'twoMatches' ? 'v1' : (assumptionRow(name).only ?? 'v2')
  const at = recording({ version, real: { ...base, [name]: setting }, mock: base })
  await (shownByWrites.has(name) ? write(at, version) : read(at, version))
  if (`${name} ${setting}` in unseen || name in unseen) expect(at.lines()).toEqual([])
  else expect(at.lines()).not.toEqual([])
})

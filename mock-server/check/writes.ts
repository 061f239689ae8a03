import { getIn, isObject, type JsonObject } from '../text/json.ts'
import { type Comparison, row } from './comparisons.ts'
import { NoSetting, settingOfStatus, type WriteProbes } from './probe.ts'
import { type CheckResponse, Inconclusive } from './requester.ts'
import { hrefOf } from './service-probe.ts'
import { trialPlace, trialTitle, type WriteTrial } from './write-trial.ts'

/** Probes of writes, in the order in which they run. Each changes the one event, so that most depend on those before. */
export const writes = {
  v2KnownIdentifier: async (trial) => {
    const { event } = await trial.create()
    const { status, json } = await trial.repeated()
    if (status !== 200) return settingOfStatus({ status }, { 409: 409 })
    const title = getIn(json, trial.service.names.title)
    return title === event[trial.service.names.title] ? 'unchanged' : 'update'
  },
  contentType: async (trial) => {
    const known = await trial.repeated()
    const { status } = await trial.repeat({}, { 'Content-Type': 'text/plain' })
    return status === known.status ? 'accept' : settingOfStatus({ status }, { 415: 415 })
  },
  invalidBody: async (trial) => {
    await trial.expectCheckedFields()
    return settingOfStatus(await trial.withoutTitle(), { 400: 400, 422: 422 })
  },
  malformedIdentifier: async (trial) =>
    refusal(await trial.refuses({ identifiers: [trial.identifier, 'x'] }), 'ignored', 400),
  originOnCreate: async (trial) => {
    await trial.expectCheckedFields()
    return refusal(await trial.refuses({ [trial.service.names.origin]: undefined }), 'filled in', 'required')
  },
  invalidOptional: async (trial) => {
    await trial.expectCheckedFields()
    return refusal(await trial.refuses({ description: 5 }), 'ignored', 400)
  },
  v1PostalCode: async (trial) => {
    await trial.expectCheckedFields()
    const { postal_code: _, ...location } = trialPlace
    return refusal(await trial.refuses({ location }), 'optional', 400)
  },
  modified: async (trial) => {
    const { names } = trial.service
    let { event } = await trial.read()
    const before = event[names.modified]
    const changed = Date.parse(String(before))
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const { response, event: after } = await trial.put({ [names.title]: event[names.title] })
      if (after[names.modified] !== before) return 'moves'
      // Responses may show whole seconds only, so that a change within the same second does not show.
      if (Date.parse(response.headers.get('date') ?? '') >= Math.floor(changed / 1000 + 1) * 1000) return 'stays'
      event = after
    }
    throw new Inconclusive('the updates came within one second, or the responses have no Date')
  },
  nullInPut: async (trial) => {
    const { instructions } = trial.service.names
    const before = (await trial.read()).event[instructions]
    if (typeof before !== 'string' || before === '') throw new Inconclusive('the event shows no instructions')
    const after = (await trial.put({ [instructions]: null })).event[instructions]
    if ((after ?? '') === '') return 'clears'
    return after === before ? 'ignored' : new NoSetting('another text')
  },
  partialLocation: async (trial) => {
    await expectPostalCode(trial)
    const { event } = await trial.put({ location: { venue: 'Still nobody meets here' } })
    const code = postalCodeIn(event)
    if ((code ?? '') === '') return 'replaced'
    return code === trialPlace.postal_code ? 'merged' : new NoSetting('another postal code')
  },
  numbersAsText: async (trial) => {
    await expectPostalCode(trial)
    const code = postalCodeIn((await trial.put({ location: { ...trialPlace, postal_code: 20002 } })).event)
    if (code === '20002') return 'converted'
    return typeof code === 'number' ? new NoSetting('kept as a number') : 'invalid'
  },
  geocodeMiss: async (trial) => {
    const unknown = { ...trialPlace, locality: 'Nosuchtown', region: 'ZZ', postal_code: '00000' }
    const { event } = await trial.put({ location: unknown })
    const locality = getIn(event, 'location', 'locality') ?? ''
    if (locality === '') return 'empty'
    return locality === unknown.locality ? 'kept' : new NoSetting('another town')
  },
  v2PutIdentifiers: async (trial) => {
    const added = `${trial.identifier}-2`
    const identifiers = [(await trial.put({ identifiers: [added] })).event.identifiers].flat()
    if (!identifiers.includes(added)) return new NoSetting('ignored')
    return identifiers.includes(trial.identifier) ? 'add' : 'replace'
  },
  recordAttendance: async (trial) => {
    const { status, json } = await trial.rsvp()
    if (status !== 200) return settingOfStatus({ status }, { 405: 405 })
    return isObject(json) && isObject(json._links) ? 'records' : new NoSetting('a response without an RSVP')
  },
  attendancePerson: async (trial) => (isObject((await recorded(trial)).person) ? 'when recorded' : 'absent'),
  attendanceStatus: async (trial) => {
    const { status } = await recorded(trial)
    if (status === 'declined') return 'kept'
    return status === 'accepted' ? 'generated' : new NoSetting('another status')
  },
  totalAccepted: async (trial) => {
    if ((await recorded(trial)).status !== 'declined')
      throw new Inconclusive('the service sets the status of an RSVP itself, so that none is declined')
    const { total_accepted: total } = (await trial.read()).event
    if (total === 1) return 'every RSVP'
    return total === 0 ? 'accepted' : new NoSetting('another number')
  },
  onePersonOnce: async (trial) => {
    const first = hrefOf(await recorded(trial), 'self')
    const second = hrefOf((await trial.sendRsvp({})).json, 'self')
    if (first === undefined || second === undefined) throw new Inconclusive('an RSVP has no link to itself')
    return first === second ? 'once' : 'again'
  },
  keylessRsvp: async (trial) => {
    await recorded(trial)
    const response = await trial.sendRsvp({}, { key: null })
    return emptyOr(response, { 403: 403, 401: 403 })
  },
  failedRsvp: async (trial) => {
    await recorded(trial)
    return emptyOr(await trial.sendRsvp({ person: {} }), { 400: 400, 422: 400 })
  },
  methodNotAllowed: async (trial) => {
    const { status } = await trial.delete()
    return status < 300
      ? new NoSetting('removes the event')
      : settingOfStatus({ status }, { 405: 405, 403: 403, 400: 400 })
  },
} satisfies WriteProbes

/** The setting for a create that the service refuses or accepts. */
function refusal<const Accepted, const Refused>(refused: boolean | number, accepted: Accepted, setting: Refused) {
  if (typeof refused === 'number') return new NoSetting(`status ${refused}`)
  return refused ? setting : accepted
}

/** The setting of a response that has an empty object, or a status of an error. */
function emptyOr<const Setting>(response: CheckResponse, settings: Readonly<Record<number, Setting>>) {
  const { status, json } = response
  if (status !== 200) return settingOfStatus({ status }, settings)
  return isObject(json) && Object.keys(json).length === 0
    ? ('200 {}' as const)
    : new NoSetting('a response that shows an RSVP')
}

const postalCodeIn = (event: JsonObject): unknown => getIn(event, 'location', 'postal_code')

/** Sets the place, and throws {@link Inconclusive} if the event does not show its postal code. */
async function expectPostalCode(trial: WriteTrial): Promise<void> {
  const { event } = await trial.put({ location: trialPlace })
  if (postalCodeIn(event) !== trialPlace.postal_code) throw new Inconclusive('the event does not show its postal code')
}

/** The first RSVP. Throws {@link Inconclusive} if the service has not recorded it. */
async function recorded(trial: WriteTrial): Promise<JsonObject> {
  const { status, json } = await trial.rsvp()
  if (status !== 200 || !isObject(json) || !isObject(json._links))
    throw new Inconclusive('the service has recorded no RSVP')
  return json
}

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

type WriteComparison = (trial: WriteTrial) => ReturnType<Comparison>

/** Comparisons before the probes. */
export const comparisonsOfCreate: readonly WriteComparison[] = [
  async (trial) => {
    const { response, event } = await trial.create()
    const { created, modified, start } = trial.service.names
    const digits = String(event[start]).replace(/(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/, '')
    return [
      row('status of a create', 'status 200', `status ${response.status}`),
      row('identifier of a create', 'kept', [event.identifiers].flat().includes(trial.identifier) ? 'kept' : 'absent'),
      row('same times of creation and change after a create', 'yes', yesOrNo(event[created] === event[modified])),
      row('start as it was sent', 'yes', yesOrNo(digits === trial.content()[start])),
      row('visibility: private in a create', 'ignored', event.visibility === 'private' ? 'kept' : 'ignored'),
    ]
  },
  async (trial) => {
    await trial.create()
    return [
      row(
        'a new event found by its identifier, or on the last page',
        'yes',
        yesOrNo((await trial.find()) !== undefined),
      ),
    ]
  },
]

/** Comparisons after the probes. */
export const comparisonsOfUpdate: readonly WriteComparison[] = [
  async (trial) => {
    const { created, modified, title } = trial.service.names
    const { event: before } = await trial.read()
    const { event } = await trial.put({ [title]: `${trialTitle} (3)` })
    return [
      row('update of a title', 'applied', event[title] === `${trialTitle} (3)` ? 'applied' : 'ignored'),
      row('new time of change after an update', 'yes', yesOrNo(event[modified] !== before[modified])),
      row('same time of creation after an update', 'yes', yesOrNo(event[created] === before[created])),
    ]
  },
  async (trial) => {
    const latitudeAfter = async (place: JsonObject) =>
      getIn((await trial.put({ location: { ...trialPlace, ...place } })).event, 'location', 'location', 'latitude')
    const before = await latitudeAfter({})
    const after = await latitudeAfter({ locality: 'Chicago', region: 'IL', postal_code: '60601' })
    return [row('new coordinates of a moved location', 'yes', yesOrNo(typeof after === 'number' && before !== after))]
  },
  async (trial) => {
    if (trial.service.api === 'v2') return []
    const [own, third, fourth] = ['', '-3', '-4'].map((end) => trial.identifier + end)
    const { status, json } = await trial.repeat({ identifiers: [own, third], description: trialTitle })
    const merged = [getIn(json, 'identifiers')].flat()
    const { event } = await trial.put({ identifiers: [fourth] })
    const [identifiers] = [[event.identifiers].flat()]
    return [
      row(
        'create with a known identifier',
        'updates the event',
        status === 200 && getIn(json, 'description') === trialTitle ? 'updates the event' : 'does not',
      ),
      row(
        'identifiers of such a create',
        'merged',
        merged.includes(own) && merged.includes(third) ? 'merged' : 'not merged',
      ),
      row(
        'identifiers in an update',
        'added',
        identifiers.includes(own) && identifiers.includes(fourth) ? 'added' : 'not added',
      ),
    ]
  },
  async (trial) => {
    await recorded(trial)
    const { status, json } = await trial.sendRsvp({}, { path: '?background_request=true' })
    const isEmpty = isObject(json) && Object.keys(json).length === 0
    const seen = status !== 200 ? `status ${status}` : isEmpty ? '{}' : 'as without it'
    return [row('RSVP with background_request', '{}', seen)]
  },
]

import { isEventsError } from 'osdi-events'
import type { FaultRule } from 'osdi-events/mock'
import { clientWorld } from '../../support/client-world.ts'
import { shownBy } from '../../support/shows.ts'
import { versions } from '../../support/versions.ts'
import type { Reach } from '../../support/ways.ts'
import type { Case } from './expected.ts'
import { longestResponse } from './faults.ts'
import { operations, pathOf, pathOfRsvp, type Subject } from './operations.ts'

/** The observed end of a call. */
export interface Observation {
  readonly code: string
  readonly attempts: number
  readonly outcome?: string | undefined
  /** Status or cause of each attempt of a failed call. */
  readonly kinds: readonly (string | number)[]
  /** Number of events, event campaigns or RSVPs that the call created. */
  readonly made: number
  /** Whether the result or error of the call shows the key. */
  readonly key: boolean
  /** Whether the error of the call shows an e-mail address of a person. */
  readonly person: boolean
}

/** The servers beside the service. */
export interface Surroundings {
  /** Address of another server. */
  readonly foreign: string
  /** A `fetch` whose connection is refused. */
  readonly refused: typeof globalThis.fetch
  /** Settles when the service has finished every request. */
  readonly settled?: () => Promise<unknown>
}

/** More attempts than a call makes. */
const mostAttempts = 4

/** The fault rules of a case, one for each affected request. */
function rulesOf(
  { fault, when, lasting, operation, version }: Case,
  subject: Omit<Subject, 'client'>,
  foreign: string,
) {
  const [api] = subject.href.split('events/')
  const effects = fault.effects({
    inside: `${api}${pathOf(operation, subject)}`,
    foreign: `${foreign}/api/${version}/events`,
  })
  const applied = Array.from({ length: lasting === 'once' ? 1 : mostAttempts }, () => effects).flat()
  return applied.map((effect, index): FaultRule => {
    // After a redirect, the service does not act once more.
    const at = index % effects.length === 0 ? when : 'before'
    return { when: at, effect, nth: index + 1, times: 1 }
  })
}

/** A service of a version with three events, an RSVP and an event campaign, for any number of calls. */
export async function worldOf(of: Case['version'], reach: Reach) {
  const version = versions.find((each) => each.version === of)
  if (!version) throw new Error(`There is no version ${of}`)
  let target: typeof globalThis.fetch = fetch
  const hearing: Reach = async (service) => {
    const way = await reach(service)
    target = way.fetch
    return way
  }
  const { service, key, baseUrl, [Symbol.asyncDispose]: close } = await clientWorld(version, {}, hearing)
  const [event] = [1, 2, 3].map((number) => service.addEvent({ title: `Event ${number}` }, { key }))
  const id = String(event?.id)
  if (event) service.attend(event, 1)
  const href = `${baseUrl}/api/${of}/events/${id}`
  const { id: campaign } = service.addCampaign({ title: 'Campaign', key })
  const state = service.snapshot()
  const [attendance] = state.toJSON().attendances
  const rsvp = `${href}/${pathOfRsvp(version, String(attendance?.id))}`
  const person = String(attendance?.person)
  const subject = { version, id, href, rsvp, campaign, person }
  return { service, key, baseUrl, subject, target, state, [Symbol.asyncDispose]: close }
}

export type World = Awaited<ReturnType<typeof worldOf>>

/** Makes one call under one fault, from the first state of the world. */
export async function observe(
  of: Case,
  world: World,
  { foreign, refused, settled }: Surroundings,
): Promise<Observation> {
  const { service, key, baseUrl, subject, target, state } = world
  service.restore(state)
  const rules = rulesOf(of, subject, foreign).map((rule) => service.faults.add(rule))
  let [further, sent] = [0, 0]
  const client = subject.version.construct({
    baseUrl,
    apiKey: key.token,
    maxResponseBytes: longestResponse,
    fetch: (input: Request, init?: RequestInit) => {
      sent += 1
      const isRefused = of.fault.unreachable && (of.lasting === 'always' || sent === 1)
      return (isRefused ? refused : target)(input, init)
    },
    hooks: {
      onRetry: () => {
        further += 1
      },
    },
  })

  const end: unknown = await operations[of.operation]({ client, ...subject }).catch((error: unknown) => error)
  if (end instanceof Error && !isEventsError(end)) throw end
  await settled?.()
  const error = isEventsError(end) ? end : undefined
  const { attendances, campaigns, events, people } = service.snapshot().toJSON()
  const personal = people.flatMap(({ email_addresses }) => email_addresses.map(({ address }) => address))
  const appeared = rules.reduce((count, { effect, hits }) => count + (effect.kind === 'new-events' ? hits : 0), 0)
  const shown = shownBy(end)
  return {
    code: error?.code ?? 'result',
    attempts: error?.attempts?.length ?? 1 + further,
    outcome: error?.outcome,
    kinds: error?.attempts?.map(({ status, cause }) => cause ?? status ?? '?') ?? [],
    made:
      of.operation === 'recordAttendance'
        ? attendances.length - 1
        : campaigns.length - 1 + events.length - 3 - appeared,
    key: shown.includes(key.token),
    person: error !== undefined && personal.some((text) => shown.includes(text)),
  }
}

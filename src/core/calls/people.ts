import { type AnyEventsError, InputError, isEventsError, LinkError } from '../errors/error-classes.ts'
import { embeddedOf, firstLink, type HalLike } from '../hal/hal.ts'
import type { PersonReference } from '../hal/person.ts'
import { maxInQueue } from '../http/rate-limit.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { type Expand, inOrder } from '../pagination/read-ahead.ts'
import type { RosterEntry } from '../pagination/roster.ts'
import { isPromise } from '../text/messages.ts'
import { runWithin } from '../text/time.ts'
import { checkKind, personHref } from '../url/references.ts'
import { withQuery } from '../url/service-url.ts'
import { isObject, isObjectLike } from '../values/arguments.ts'
import { fits } from '../values/fit.ts'
import { originOf, rememberAll } from '../values/origin.ts'
import { type Connection, getOne } from './connection.ts'

// The creators of events, and the people behind RSVPs: personal data.

export async function getPerson<Person extends object>(
  connection: Connection,
  person: PersonReference,
  call: ResolvedCallOptions,
): Promise<Person> {
  const url = withQuery(personUrl(connection, person), call.query)
  return getOne(connection, connection.resources.person, url, call)
}

/**
 * Address of a person: the link to the person of an RSVP, or to the creator of an event; else the person's own address.
 *
 * @throws InputError if the argument leads to no person
 * @throws LinkError if the link leads outside the service's address
 */
function personUrl(connection: Connection, person: PersonReference): URL {
  const { links, options } = connection
  if (isPromise(person)) throw InputError.of('person', 'is a promise; await it first')
  if (!isObjectLike(person) || 'href' in person) return new URL(personHref(person, connection, 'person'))
  checkKind(person, ['person', 'RSVP', 'event'], 'person')
  const link = firstLink(person, 'osdi:person') ?? firstLink(person, 'osdi:creator')
  if (link) return links.hiding.resolve(link, originOf(person)?.response.url, 'The link to the person')
  const id = person[`${options.namespace}:person_id`] as string | null | undefined
  return new URL(personHref(id ?? person, connection, 'person'))
}

/** Number of people to request in advance: browsers have six connections to a server. */
const mostAhead = 6

/** Reads the person of each RSVP. */
export const withPeople =
  (connection: Connection, call: ResolvedCallOptions): Expand =>
  ({ signal, max, deadline }) => {
    const known = new Map<string, Promise<Found>>()
    let left = max
    const ahead = Math.min(mostAhead, maxInQueue(connection.options.rateLimit, call.totalTimeout))
    const read = (url: URL): Promise<Found> =>
      runWithin(Infinity, [call.signal, signal], (signal) =>
        getOne<object>(connection, connection.resources.person, url, { ...call, signal, deadline: deadline() }),
      ).then(
        (person) => ({ person }),
        (error: unknown) => {
          call.signal?.throwIfAborted()
          if (isFatal(error)) throw error
          return { error: error as AnyEventsError }
        },
      )
    const find = (rsvp: HalLike): Found | Promise<Found> => {
      const person = embeddedPerson(connection, rsvp)
      if (person) return { person }
      try {
        const url = attendeeUrl(connection, rsvp)
        const found = known.get(url.href) ?? read(url)
        known.set(url.href, found)
        return found
      } catch (error) {
        return { error: error as AnyEventsError }
      }
    }
    const entry = async (rsvp: HalLike): Promise<RosterEntry<object, object> | undefined> => {
      left -= 1
      return left < 0 ? undefined : { rsvp, ...(await find(rsvp)) }
    }
    return (rsvps) => inOrder(rsvps as readonly HalLike[], ahead, entry)
  }

type Found = { readonly person: object } | { readonly error: AnyEventsError }

/** Whether an error ends the iteration: its deadline, a key function that fails, and every error of another package. */
const isFatal = (error: unknown): boolean =>
  !isEventsError(error) || error.code === 'input' || (error.code === 'timeout' && error.option === 'deadline')

/** The person that an RSVP embeds: under `person`, or as HAL does. */
function embeddedPerson({ resources }: Connection, rsvp: HalLike): object | undefined {
  const person = [Reflect.get(rsvp, 'person'), ...embeddedOf(rsvp, 'osdi:person')].find(
    (each): each is object =>
      isObject(each) &&
      Object.keys(each).some((name) => Object.hasOwn(resources.person.fields, name)) &&
      fits(resources.person.schema(), each) &&
      !resources.person.problem?.(each),
  )
  const origin = originOf(rsvp)
  if (person && origin && !originOf(person)) rememberAll(person, { ...origin, parent: rsvp })
  return person
}

/** @throws LinkError if the RSVP has no link to a person, or a link that leads outside the service's address */
function attendeeUrl(connection: Connection, rsvp: HalLike): URL {
  const { links, options } = connection
  const hasPerson = firstLink(rsvp, 'osdi:person') ?? Reflect.get(rsvp, `${options.namespace}:person_id`)
  if (!hasPerson) throw new LinkError('The RSVP has no link osdi:person', undefined, links.base)
  return personUrl(connection, rsvp)
}

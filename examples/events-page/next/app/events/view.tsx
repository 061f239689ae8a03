/** The pages as React components; React escapes every text. `view.ts` has the same for Hono: change both. Needs the packages `next` and `react`. */
import Link from 'next/link'
import { Fragment, type ReactNode } from 'react'
import { closedWords, type ShownEvent, statusWords } from '@/lib/display.ts'
import type { Listing } from '@/lib/site.ts'
import { Filters } from './filters.tsx'

interface OfEvent {
  readonly event: ShownEvent
}

const pathOf = ({ id }: ShownEvent) => `/events/${encodeURIComponent(id)}`

const DateBlock = ({ event: { date, status } }: OfEvent) => (
  <div className="date" data-status={status} aria-hidden="true">
    <span className="month">{date.month}</span>
    <span className="day">{date.day}</span>
    <span className="weekday">{date.weekday}</span>
  </div>
)

const Badge = ({ event: { status } }: OfEvent) =>
  statusWords[status].word && (
    <>
      {' '}
      <span className="badge" data-status={status}>
        {statusWords[status].word}
      </span>
    </>
  )

const Card = ({ event }: OfEvent) => (
  <li className="card" data-status={event.status}>
    <DateBlock event={event} />
    <div className="about">
      <h3>
        <Link href={pathOf(event)}>{event.title}</Link>
      </h3>
      <p className="when">
        <time dateTime={event.start}>
          <span className="spoken">{event.date.long}, </span>
          {event.time}
        </time>
        <Badge event={event} />
      </p>
      <p className="where">{event.address || 'Place to be announced'}</p>
      {event.summary && <p className="summary">{event.summary}</p>}
    </div>
  </li>
)

export function List({ listing }: { readonly listing: Listing }) {
  const { events, choice, places, minutesOld, months, allMonths, earlier, later } = listing
  const isChosen = Boolean(choice.place || choice.from || choice.to)
  return (
    <>
      <header className="band intro">
        <h1>Upcoming events</h1>
        <p>Come along, bring a friend. Times are local to each event.</p>
      </header>
      {/* Another choice is another form, as inputs keep what they have. */}
      <Filters key={JSON.stringify(choice)} choice={choice} places={places} />
      {minutesOld > 0 && (
        <p className="note" role="status">
          This list is {minutesOld} minutes old: our events service does not answer right now.
        </p>
      )}
      <p className="count">
        {events.length} {events.length === 1 ? 'event' : 'events'}
        {isChosen && (
          <>
            {' · '}
            <Link href="/events">Show all</Link>
          </>
        )}
      </p>
      {allMonths.length > 1 && (
        <nav className="links" aria-label="Months">
          {allMonths.map(({ name, href }) => (
            <Link key={name} href={href}>
              {name}
            </Link>
          ))}
        </nav>
      )}
      {events.length > 0 ? (
        months.map(({ id, name, events }) => (
          <Fragment key={id}>
            <h2 className="heading" id={id}>
              {name}
            </h2>
            <ol className="cards">
              {events.map((event) => (
                <Card key={event.id} event={event} />
              ))}
            </ol>
          </Fragment>
        ))
      ) : (
        <p className="empty">
          {isChosen
            ? 'No event matches. Try other days, or all places.'
            : 'No events are planned right now. Please come back soon.'}
        </p>
      )}
      {(earlier || later) && (
        <nav className="actions" aria-label="Pages">
          {earlier && (
            <Link className="button" rel="prev" href={earlier}>
              Earlier events
            </Link>
          )}
          {later && (
            <Link className="button" rel="next" href={later}>
              More events
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

const calendarOf = (event: ShownEvent) => `${pathOf(event)}/calendar.ics`

const Organisation = ({ event: { organisation } }: OfEvent) =>
  organisation && (
    <p>
      By{' '}
      {organisation.href ? (
        <a href={organisation.href} rel="nofollow noopener">
          {organisation.name}
        </a>
      ) : (
        organisation.name
      )}
    </p>
  )

const Links = ({ event }: OfEvent) =>
  event.status === 'cancelled' || event.over ? null : (
    <p className="links">
      {!closedWords(event) && (
        <>
          <a className="button" href="#rsvp">
            Count me in
          </a>{' '}
        </>
      )}
      <a href={calendarOf(event)}>Add to calendar</a>
    </p>
  )

const Where = ({ event: { address, map } }: OfEvent) =>
  map ? (
    <a href={map} rel="noopener">
      {address}
    </a>
  ) : (
    address || 'Place to be announced'
  )

const Facts = ({ event, isDone = false }: OfEvent & { readonly isDone?: boolean }) => (
  <header className="band">
    <Link className="back" href="/events">
      All events
    </Link>
    <div className="event">
      <DateBlock event={event} />
      <div>
        <h1>{event.title}</h1>
        <p className="when">
          <time dateTime={event.start}>
            <span className="long">{event.date.long}, </span>
            {event.time}
          </time>
          <Badge event={event} />
        </p>
        <p className="where">
          <Where event={event} />
        </p>
        <Organisation event={event} />
        {!isDone && <Links event={event} />}
      </div>
    </div>
  </header>
)

interface EventProps extends OfEvent {
  readonly contact: string | undefined
  readonly form: ReactNode
}

export function Event({ event, contact, form }: EventProps) {
  const closed = closedWords(event)
  const hasText = Boolean(event.image) || event.paragraphs.length > 0
  return (
    <article>
      <Facts event={event} />
      {closed && (
        <p className="note">
          {closed} <Link href="/events">See what comes next</Link>
          {contact && (
            <>
              {' · '}
              <a href={contact}>Write to us</a>
            </>
          )}
        </p>
      )}
      <div className={closed || !hasText ? 'columns single' : 'columns'}>
        {hasText && (
          <div className="text">
            {event.image && (
              // biome-ignore lint/performance/noImgElement: next/image needs the hosts of all images in advance
              <img src={event.image} alt="" referrerPolicy="no-referrer" />
            )}
            {event.paragraphs.map(({ at, pieces }) => (
              <p key={at}>
                {pieces.map(({ at, text, href }) =>
                  href ? (
                    <a key={at} href={href} rel="nofollow noopener">
                      {text}
                    </a>
                  ) : (
                    <Fragment key={at}>{text}</Fragment>
                  ),
                )}
              </p>
            ))}
          </div>
        )}
        {!closed && form}
      </div>
    </article>
  )
}

export const Thanks = ({ event, contact }: OfEvent & { readonly contact: string | undefined }) => (
  <article>
    <Facts event={event} isDone />
    <div className="done" role="status">
      <h2>You are on the list. See you there!</h2>
      {contact && (
        <p>
          Something came up? <a href={contact}>Write to us</a>, so that another person can come.
        </p>
      )}
    </div>
    <p className="actions">
      <a className="button" href={calendarOf(event)}>
        Add to calendar
      </a>
      {event.directions && (
        <a className="secondary" href={event.directions} rel="noopener">
          Get directions
        </a>
      )}
      <Link className="secondary" href="/events">
        See all events
      </Link>
    </p>
  </article>
)

export const Notice = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <article className="notice">
    <header className="band">
      <h1>{title}</h1>
    </header>
    <p>{text}</p>
    <p>
      <Link className="button" href="/events">
        See all events
      </Link>
    </p>
  </article>
)

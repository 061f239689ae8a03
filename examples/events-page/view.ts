/**
 * The pages as HTML, for Hono. Needs the package `hono`, whose `html` escapes every text.
 * `next/app/events/view.tsx` has the same for React: change both.
 */
import { html } from 'hono/html'
import { closedWords, type Paragraph, type ShownEvent, statusWords } from './lib/display.ts'
import { type Attempt, failures, inputs, offers } from './lib/rsvp.ts'
import type { Frame, Listing } from './lib/site.ts'

type Html = ReturnType<typeof html>

export const layout = (title: string, content: Html, { name, home, contact }: Frame, isError = false) => {
  const site = name ? html`<a href="${home}">${name}</a>` : ''
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${isError ? html`<meta name="robots" content="noindex">` : ''}
    <title>${title}</title>
    <link rel="stylesheet" href="/events.css">
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    ${site ? html`<header class="site">${site}</header>` : ''}
    <main id="main">${content}</main>
    ${site || contact ? html`<footer class="site">${site} ${contact ? html`<a href="${contact}">Write to us</a>` : ''}</footer>` : ''}
  </body>
</html>`
}

const dateBlock = ({ date, status }: ShownEvent) => html`<div class="date" data-status="${status}" aria-hidden="true">
  <span class="month">${date.month}</span><span class="day">${date.day}</span><span class="weekday">${date.weekday}</span>
</div>`

const badge = ({ status }: ShownEvent) =>
  statusWords[status].word ? html` <span class="badge" data-status="${status}">${statusWords[status].word}</span>` : ''

const card = (event: ShownEvent) => html`<li class="card" data-status="${event.status}">
  ${dateBlock(event)}
  <div class="about">
    <h3><a href="/events/${encodeURIComponent(event.id)}">${event.title}</a></h3>
    <p class="when"><time datetime="${event.start}"><span class="spoken">${event.date.long}, </span>${event.time}</time>${badge(event)}</p>
    <p class="where">${event.address || 'Place to be announced'}</p>
    ${event.summary ? html`<p class="summary">${event.summary}</p>` : ''}
  </div>
</li>`

const filters = ({
  choice,
  places,
}: Listing) => html`<search><form class="filters" action="/events" aria-label="Filter events">
  <div>
    <label for="place">Place</label>
    <select id="place" name="place">
      <option value="">All places</option>
      ${places.map((place) => html`<option value="${place}" ${place === choice.place ? 'selected' : ''}>${place}</option>`)}
    </select>
  </div>
  <div><label for="from">From</label><input id="from" name="from" type="date" value="${choice.from ?? ''}"></div>
  <div><label for="to">To</label><input id="to" name="to" type="date" value="${choice.to ?? ''}"></div>
  <button type="submit">Show</button>
</form></search>`

export const listPage = (listing: Listing, frame: Frame) => {
  const { events, choice, minutesOld, months, allMonths, earlier, later } = listing
  const isChosen = Boolean(choice.place || choice.from || choice.to)
  return layout(
    'Upcoming events',
    html`<header class="band intro"><h1>Upcoming events</h1><p>Come along, bring a friend. Times are local to each event.</p></header>
    ${filters(listing)}
    ${minutesOld ? html`<p class="note" role="status">This list is ${minutesOld} minutes old: our events service does not answer right now.</p>` : ''}
    <p class="count">${events.length} ${events.length === 1 ? 'event' : 'events'}${isChosen ? html` · <a href="/events">Show all</a>` : ''}</p>
    ${allMonths.length > 1 ? html`<nav class="links" aria-label="Months">${allMonths.map(({ name, href }) => html`<a href="${href}">${name}</a>`)}</nav>` : ''}
    ${
      events.length > 0
        ? months.map(
            ({ id, name, events }) =>
              html`<h2 class="heading" id="${id}">${name}</h2><ol class="cards">${events.map(card)}</ol>`,
          )
        : html`<p class="empty">${isChosen ? 'No event matches. Try other days, or all places.' : 'No events are planned right now. Please come back soon.'}</p>`
    }
    ${
      earlier || later
        ? html`<nav class="actions" aria-label="Pages">
          ${earlier ? html`<a class="button" rel="prev" href="${earlier}">Earlier events</a>` : ''}
          ${later ? html`<a class="button" rel="next" href="${later}">More events</a>` : ''}
        </nav>`
        : ''
    }`,
    frame,
  )
}

const paragraph = ({ pieces }: Paragraph) =>
  html`<p>${pieces.map(({ text, href }) => (href ? html`<a href="${href}" rel="nofollow noopener">${text}</a>` : text))}</p>`

const calendarOf = ({ id }: ShownEvent) => `/events/${encodeURIComponent(id)}/calendar.ics`

const organisation = ({ organisation: by }: ShownEvent) =>
  by ? html`<p>By ${by.href ? html`<a href="${by.href}" rel="nofollow noopener">${by.name}</a>` : by.name}</p>` : ''

const links = (event: ShownEvent) =>
  event.status === 'cancelled' || event.over
    ? ''
    : html`<p class="links">
  ${closedWords(event) ? '' : html`<a class="button" href="#rsvp">Count me in</a>`}
  <a href="${calendarOf(event)}">Add to calendar</a>
</p>`

const where = ({ address, map }: ShownEvent) =>
  map ? html`<a href="${map}" rel="noopener">${address}</a>` : address || 'Place to be announced'

const facts = (event: ShownEvent, isDone = false) => html`<header class="band">
  <a class="back" href="/events">All events</a>
  <div class="event">
    ${dateBlock(event)}
    <div>
      <h1>${event.title}</h1>
      <p class="when"><time datetime="${event.start}"><span class="long">${event.date.long}, </span>${event.time}</time>${badge(event)}</p>
      <p class="where">${where(event)}</p>
      ${organisation(event)}
      ${isDone ? '' : links(event)}
    </div>
  </div>
</header>`

const problems = ({ mistakes = [], failure }: Attempt, contact?: string) =>
  failure
    ? html`<div class="problem" role="alert"><h3>${failures[failure].title}</h3><p>${failures[failure].text}</p>
      ${contact ? html`<p><a href="${contact}">Write to us</a></p>` : ''}</div>`
    : html`<div class="problem" role="alert"><h3>Please correct this</h3><ul>${mistakes.map(
        ({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`,
      )}</ul></div>`

const form = (event: ShownEvent, contact?: string, attempt?: Attempt) => {
  const mistakeAt = (name: string) => attempt?.mistakes?.find(({ field }) => field === name)?.message
  const error = (name: string) =>
    mistakeAt(name) ? html`<span class="error" id="${name}-error">${mistakeAt(name)}</span>` : ''
  const described = (name: string, hint?: string) => {
    const ids = [mistakeAt(name) && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
    return html`${mistakeAt(name) ? html`aria-invalid="true"` : ''} ${ids ? html`aria-describedby="${ids}"` : ''}`
  }
  return html`<section id="rsvp" class="rsvp" aria-labelledby="rsvp-title">
    <h2 id="rsvp-title">Will you come?</h2>
    ${attempt ? problems(attempt, contact) : ''}
    <form method="post" action="/events/${encodeURIComponent(event.id)}#rsvp" novalidate>
      ${inputs.map(
        ({ name, label, hint, type, autocomplete, required }) => html`<div class="field">
        <label for="${name}">${label}</label>
        ${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}${error(name)}
        <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="200" ${required ? 'required' : ''}
          value="${attempt?.values[name] ?? ''}" ${described(name, hint)}>
      </div>`,
      )}
      <fieldset>
        <legend>Tell us more (optional)</legend>
        ${offers.map(
          ({ tag, label }) =>
            html`<label class="check"><input type="checkbox" name="tag" value="${tag}" ${attempt?.values.tags.includes(tag) ? 'checked' : ''}> ${label}</label>`,
        )}
      </fieldset>
      <div class="${mistakeAt('website') ? 'field' : 'decoy'}">
        <label for="website">Leave this field empty</label>${error('website')}
        <input id="website" name="website" tabindex="${mistakeAt('website') ? 0 : -1}" autocomplete="off" value="${attempt?.values.website ?? ''}" ${described('website')}>
      </div>
      <button type="submit">Count me in</button>
    </form>
  </section>`
}

const image = (event: ShownEvent) =>
  event.image ? html`<img src="${event.image}" alt="" referrerpolicy="no-referrer">` : ''

export const eventPage = (event: ShownEvent, frame: Frame, attempt?: Attempt) => {
  const closed = closedWords(event)
  const hasText = Boolean(event.image) || event.paragraphs.length > 0
  return layout(
    `${attempt ? 'Error: ' : ''}${event.title}`,
    html`<article>${facts(event)}
      ${closed ? html`<p class="note">${closed} <a href="/events">See what comes next</a>${frame.contact ? html` · <a href="${frame.contact}">Write to us</a>` : ''}</p>` : ''}
      <div class="columns${closed || !hasText ? ' single' : ''}">
        ${hasText ? html`<div class="text">${image(event)}${event.paragraphs.map(paragraph)}</div>` : ''}
        ${closed ? '' : form(event, frame.contact, attempt)}
      </div>
    </article>`,
    frame,
  )
}

export const thanksPage = (event: ShownEvent, frame: Frame) => {
  const { contact } = frame
  return layout(
    `You are on the list: ${event.title}`,
    html`<article>${facts(event, true)}
      <div class="done" role="status"><h2>You are on the list. See you there!</h2>
      ${contact ? html`<p>Something came up? <a href="${contact}">Write to us</a>, so that another person can come.</p>` : ''}</div>
      <p class="actions">
        <a class="button" href="${calendarOf(event)}">Add to calendar</a>
        ${event.directions ? html`<a class="secondary" href="${event.directions}" rel="noopener">Get directions</a>` : ''}
        <a class="secondary" href="/events">See all events</a>
      </p>
    </article>`,
    frame,
  )
}

export const noticePage = (title: string, text: string, frame: Frame) =>
  layout(
    title,
    html`<article class="notice"><header class="band"><h1>${title}</h1></header>
      <p>${text}</p><p><a class="button" href="/events">See all events</a></p></article>`,
    frame,
    true,
  )

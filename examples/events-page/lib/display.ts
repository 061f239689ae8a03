/**
 * What visitors see of an event: plain texts, which a page only has to escape.
 * Needs the packages `osdi-events` and `html-to-text`.
 */
import { compile } from 'html-to-text'
import { type EventV2, idOf, momentOf, ownOf, wallClockAt, wallClockOf } from 'osdi-events'
import { zoneOf } from 'osdi-events/calendar'

/** A piece of text; with `href`, a link. */
export interface Piece {
  /** Its position in the paragraph. */
  readonly at: number
  readonly text: string
  readonly href?: string
}

export interface Paragraph {
  readonly at: number
  readonly pieces: readonly Piece[]
}

export interface ShownEvent {
  readonly id: string
  readonly title: string
  /** Local time at the event's place, without a zone: `2026-06-20T12:00:00`. */
  readonly start: string
  readonly date: Readonly<Record<'month' | 'day' | 'weekday' | 'long' | 'monthAndYear', string>>
  /** `12:00 PM – 3:00 PM CDT`. */
  readonly time: string
  /** Town and region, by which visitors filter. */
  readonly place: string
  /** Venue, street, town. */
  readonly address: string
  /** Addresses of a map, and of the way there. */
  readonly map: string | undefined
  readonly directions: string | undefined
  readonly organisation: { readonly name: string; readonly href: string | undefined } | undefined
  /** The address of the featured image. */
  readonly image: string | undefined
  readonly paragraphs: readonly Paragraph[]
  readonly summary: string
  /** Whether the event is over, by the clock at its place. */
  readonly over: boolean
  readonly status: 'cancelled' | 'over' | 'full' | 'on now' | 'tentative' | 'open'
}

/** What a page says about a status, and whether it offers the form. */
export const statusWords: Readonly<Record<ShownEvent['status'], { readonly word: string; readonly open: boolean }>> = {
  cancelled: { word: 'Cancelled', open: false },
  over: { word: 'Over', open: false },
  full: { word: 'Full', open: false },
  'on now': { word: 'On now', open: true },
  tentative: { word: 'To be confirmed', open: true },
  open: { word: '', open: true },
}

/** Why an event takes no RSVPs; undefined if it does. */
export const closedWords = ({ status }: ShownEvent): string | undefined =>
  statusWords[status].open ? undefined : `This event is ${statusWords[status].word.toLowerCase()}.`

const locale = 'en-US'
/** A local time is formatted as if it were UTC, so that no zone moves it. */
const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (clock: string) => format.format(new Date(`${clock}Z`))
}
const month = formatOf({ month: 'short' })
const day = formatOf({ day: 'numeric' })
const weekday = formatOf({ weekday: 'short' })
const monthAndYear = formatOf({ month: 'long', year: 'numeric' })
const longDate = formatOf({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
const shortDate = formatOf({ month: 'short', day: 'numeric' })
const timeOfDay = formatOf({ hour: 'numeric', minute: '2-digit' })

function timesOf(start: string, end: string | undefined, zone: string | undefined): string {
  const sameDay = end?.slice(0, 10) === start.slice(0, 10)
  const clock = (time: string) => (!end || sameDay ? timeOfDay(time) : `${shortDate(time)}, ${timeOfDay(time)}`)
  const times = end ? `${clock(start)} – ${clock(end)}` : clock(start)
  if (!zone) return `${times}, local time`
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
  const name = parts.formatToParts(momentOf(start, zone)).find(({ type }) => type === 'timeZoneName')
  return `${times} ${name?.value ?? zone}`
}

/** The address of a link, if it is one that a page may have. */
function hrefOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined
}

/** The address of a web page. */
export const webHref = (text = '') => [hrefOf(text)].find((href) => href && /^https?:/.test(href))

/** The link of a web address, an e-mail address or a telephone number; undefined for another text. */
export function contactHref(text: string): string | undefined {
  const [before, address, after] = text.trim().split(bare)
  return address && !before && !after ? hrefOf(bareHref(address)) : undefined
}

/** Maps open at an address. */
const mapsAt = (path: string, query: Readonly<Record<string, string>>) =>
  `https://www.google.com/maps/${path}/?${new URLSearchParams({ api: '1', ...query })}`

/** A link in a text, between characters that no alphabet has. Its address is checked again where it is taken out, as anyone can write these too. */
const linkIn = /\uE000([^\uE000-\uE002]*)\uE001([^\uE000-\uE002]*)\uE002/
const marked = (href: string) => [`\uE000${href}\uE001`, '\uE002'] as const

/** HTML that is nested more deeply is cut: the conversion would need too much of the stack. */
const textOf = compile({
  wordwrap: false,
  limits: { maxDepth: 200 },
  formatters: {
    link: (element, walk, builder) => {
      const [start, end] = marked(hrefOf(element.attribs?.href ?? '') ?? '')
      builder.addInline(start)
      walk(element.children, builder)
      builder.addInline(end)
    },
  },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '• ' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** A web address, an e-mail address, or a telephone number that begins with `+` or is written as in North America. */
const bare = new RegExp(
  `(${[
    /(?:https?:\/\/|(?<![\w.@/-])www\.)[^\s<>"']*[^\s<>"'.,;:!?)\]]/,
    /(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/,
    /(?<![\w+.-])(?:\+\d[\d ().-]{6,18}\d|(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4})(?![\w-])/,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'i',
)
const bareHref = (text: string) =>
  /^https?:/i.test(text)
    ? text
    : /^www\./i.test(text)
      ? `https://${text}`
      : text.includes('@')
        ? `mailto:${text}`
        : `tel:${text.replace(/[^\d+]/g, '')}`

/** The links of a text, and what is between them. */
function piecesOf(text: string): Piece[] {
  const pieces: Omit<Piece, 'at'>[] = []
  const add = (words: string, href?: string) => void (words && pieces.push({ text: words, ...(href && { href }) }))
  const parts = text.split(linkIn)
  for (let at = 0; at < parts.length; at += 3) {
    const [between = '', address = '', label = ''] = parts.slice(at, at + 3)
    const around = (words: string) =>
      words.split(bare).forEach((piece, odd) => {
        add(piece, odd % 2 === 1 ? hrefOf(bareHref(piece)) : undefined)
      })
    around(between)
    const href = hrefOf(address)
    if (!href) around(label)
    // A link that names an address shows its own.
    else add(label.trim() && !/:\/\/|www\./i.test(label) ? label : href.replace(/^(?:mailto|tel):/, ''), href)
  }
  return pieces.map((piece, at) => ({ at, ...piece }))
}

/** The paragraphs of HTML that strangers wrote: texts and checked links. */
const paragraphsOf = (html: string): Paragraph[] =>
  textOf(html)
    // A link stays in one paragraph.
    .replace(new RegExp(linkIn, 'g'), (_, href: string, label: string) => marked(href).join(label.replace(/\s+/g, ' ')))
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph, at) => ({ at, pieces: piecesOf(paragraph.trim()) }))
    .filter(({ pieces }) => pieces.some(({ text }) => text.trim()))

const mark = /^(?:[•*–-]|\d+[.)]) +/

/** A text in one line, with a colon before each list, and commas in it. */
const oneLineOf = (text: string): string =>
  text
    .split(/\s*\n\s*/)
    .map((line, at, { [at + 1]: next }) => {
      const words = line.replace(mark, '')
      if (next === undefined || /[.,:;!?…]$/.test(words)) return words
      if (mark.test(next)) return words + (mark.test(line) ? ',' : ':')
      return mark.test(line) ? `${words}.` : words
    })
    .join(' ')

/** All but what the time changes. */
type Lasting = Omit<ShownEvent, 'over' | 'status'> & {
  readonly end: string | undefined
  readonly zone: string | undefined
}

/** The conversions are slow, and a page shows an event many times until the service is asked again. */
const known = new WeakMap<EventV2, Lasting>()

function lasting(event: EventV2, start: string, last: string | undefined): Lasting {
  const end = last && last > start ? last : undefined
  const zone = zoneOf(event)?.zone
  const { venue, address_lines: lines, locality, region, postal_code, country } = event.location ?? {}
  const place = [locality, region].filter(Boolean).join(', ')
  const isSomewhere = Boolean(lines?.[0] || locality || postal_code)
  const where = [venue, ...(lines ?? []), place, postal_code, country].filter(Boolean).join(', ')
  const { title: name, browser_url } = ownOf(event).sponsor ?? {}
  const paragraphs = paragraphsOf(event.description ?? '')
  const text = oneLineOf(paragraphs.map(({ pieces }) => pieces.map(({ text }) => text).join('')).join('\n'))
  return {
    id: idOf(event),
    title: event.title,
    ...{ start, end, zone, place },
    date: {
      month: month(start),
      day: day(start),
      weekday: weekday(start),
      long: longDate(start),
      monthAndYear: monthAndYear(start),
    },
    time: timesOf(start, end, zone),
    address: [venue, lines?.[0], place || postal_code].filter(Boolean).join(', '),
    map: isSomewhere ? mapsAt('search', { query: where }) : undefined,
    directions: isSomewhere ? mapsAt('dir', { destination: where }) : undefined,
    organisation: name ? { name, href: webHref(browser_url ?? '') } : undefined,
    image: webHref(event.featured_image_url ?? '')?.replace(/^http:/, 'https:'),
    paragraphs,
    summary: text.length > 120 ? `${text.slice(0, 120).replace(/\s+\S*$/, '')} …` : text,
  }
}

/** The status of an event that begins at `start`, when the clock at its place shows `clock`. */
function statusOf(event: EventV2, start: string, clock: string, over: boolean): ShownEvent['status'] {
  if (event.status === 'cancelled') return 'cancelled'
  if (over) return 'over'
  if (typeof event.capacity === 'number' && (event.total_accepted ?? 0) >= event.capacity) return 'full'
  if (start <= clock) return 'on now'
  return event.status === 'tentative' ? 'tentative' : 'open'
}

/** @returns undefined for an event whose start cannot be read: it has no place in a calendar */
export function shownEvent(event: EventV2, now: number, zoneElsewhere: string): ShownEvent | undefined {
  const { start, end: last } = wallClockOf(event)
  if (!start) return undefined
  const kept = known.get(event) ?? lasting(event, start, last)
  known.set(event, kept)
  const { end, zone, ...shown } = kept
  const clock = wallClockAt(new Date(now), zone ?? zoneElsewhere)
  const over = (end ?? start) <= clock
  return { ...shown, over, status: statusOf(event, start, clock, over) }
}

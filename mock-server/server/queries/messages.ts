import { setImmediate as nextTurn } from 'node:timers/promises'
import { MockServiceError } from '../../errors.ts'
import { type Context, formatTime } from '../../rules/context.ts'
import { locationFacts } from '../../rules/location.ts'
import { sendDueReminders } from '../../rules/reminders.ts'
import type { EventRecord, MessageRecord } from '../../store/model.ts'
import type { DueReminders, MessageRow, MessageRows, MessageText } from '../../types/index.ts'
import { pageOf, wordsOf } from './check.ts'

/** So many are looked through in one go: some milliseconds, for which requests can wait. */
const slice = 8192

/** Search parameters that a list of messages is made of. */
export const messageQuery: readonly string[] = ['search', 'kind', 'event', 'page', 'per_page']

/** A page of the outbox, the newest first. */
export async function messagesOf(context: Context, query: Readonly<Record<string, string>>): Promise<MessageRows> {
  const { page, per_page } = pageOf(query)
  const fits = fitOf(query)
  sendDueReminders(context)
  const { total, at } = fits ? await found(context, fits) : all(context)
  const from = (page - 1) * per_page
  const places = Array.from({ length: Math.max(0, Math.min(per_page, total - from)) }, (_, index) => at(from + index))
  return { total, page, per_page, messages: places.flatMap((place) => rowsAt(context, place)) }
}

/** A message with what it says. */
export function messageOf(context: Context, name: string): MessageText {
  sendDueReminders(context)
  const [message] = /^[1-9]\d{0,9}$/.test(name) ? context.store.outbox.slice(Number(name) - 1, Number(name)) : []
  if (!message) throw new MockServiceError('unknown', 'message', 'is none that was sent')
  return { ...rowOf(context, message, Number(name)), ...writtenOut(context, message) }
}

function fitOf(query: Readonly<Record<string, string>>) {
  const { kind, event } = query
  if (kind !== undefined && kind !== 'autoresponse' && kind !== 'reminder')
    throw new MockServiceError('argument', 'kind', 'must be autoresponse or reminder')
  const { words } = wordsOf(query)
  if (words.length === 0 && kind === undefined && event === undefined) return undefined
  return (message: MessageRecord) => {
    if (kind !== undefined && message.kind !== kind) return false
    if (event !== undefined && message.event !== event) return false
    const text = `${message.to} ${message.subject}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

function all({ store: { outbox } }: Context) {
  const total = outbox.length
  return { total, at: (position: number) => total - 1 - position }
}

async function found({ store: { outbox } }: Context, fits: (message: MessageRecord) => boolean) {
  const places: number[] = []
  for (let to = outbox.length; to > 0; to -= slice) {
    const from = Math.max(0, to - slice)
    const messages = outbox.slice(from, to)
    for (let at = messages.length - 1; at >= 0; at -= 1) {
      const message = messages[at]
      if (message && fits(message)) places.push(from + at)
    }
    await nextTurn()
  }
  return { total: places.length, at: (position: number) => places[position] ?? -1 }
}

const rowsAt = (context: Context, place: number): readonly MessageRow[] =>
  context.store.outbox.slice(place, place + 1).map((message) => rowOf(context, message, place + 1))

const rowOf = (context: Context, { kind, event, person, to, subject, sent }: MessageRecord, number: number) => ({
  number,
  kind,
  method: 'email' as const,
  event,
  person,
  to,
  subject,
  sent_at: formatTime(context, sent),
})

/** A line about the event: what it is, and what it says. */
type Line = readonly [name: string, value: string]

/** What a message says, with the event as it is now. */
export function writtenOut(context: Context, message: MessageRecord): Pick<MessageText, 'name' | 'text' | 'html'> {
  const { store } = context
  const [event, person] = [store.events.get(message.event), store.people.get(message.person)]
  const name = [person?.given_name, person?.family_name].filter(Boolean).join(' ')
  const greeting = `Hello${person?.given_name ? ` ${person.given_name}` : ''},`
  // Of an event that was removed the subject tells.
  const title = event?.content.title ?? message.subject.replace(/^[^:]*: /, '')
  const opening =
    message.kind === 'autoresponse' ? `thank you for your RSVP to ${title}.` : `${title} begins in 24 hours.`
  const lines = event ? linesOf(context, event) : []
  const instructions = event?.content.instructions
  return {
    name,
    text: [
      greeting,
      opening,
      ...(lines.length > 0 ? [lines.map((line) => line.join(': ')).join('\n')] : []),
      ...(instructions === undefined ? [] : [withoutMarkup(instructions)]),
    ].join('\n\n'),
    html: [
      `<p>${escaped(greeting)}</p>`,
      `<p>${escaped(opening)}</p>`,
      ...(lines.length > 0 ? [`<p>${lines.map(markedUp).join('<br>\n')}</p>`] : []),
      ...(instructions === undefined ? [] : [`<div>${instructions}</div>`]),
    ].join('\n'),
  }
}

const markedUp = ([name, value]: Line): string => `<b>${name}</b>: ${escaped(value)}`

function linesOf(context: Context, { content }: EventRecord): readonly Line[] {
  const { start, end, browser_url, location } = content
  const { venue, address_lines = [], locality, region, postal_code } = locationFacts(context, location)
  const town = [locality, region, postal_code].filter(Boolean).join(' ')
  const where = [venue, ...address_lines, town].filter(Boolean).join(', ')
  const shown = (local: string) => local.slice(0, 16).replace('T', ' ')
  return [
    ...(start === undefined ? [] : [['When', shown(start) + (end === undefined ? '' : ` to ${shown(end)}`)] as const]),
    ...(where === '' ? [] : [['Where', where] as const]),
    ...(browser_url === undefined ? [] : [['More', browser_url] as const]),
  ]
}

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML has it. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => characters[character] ?? '')

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** HTML as those read it whose mail shows none. What comes of it is a text, and must not be taken for HTML again. */
export const withoutMarkup = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => names[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Search parameters that a list of reminders is made of. */
export const reminderQuery: readonly string[] = ['page', 'per_page']

/** A page of the reminders that are not due yet. */
export function remindersOf(context: Context, query: Readonly<Record<string, string>>): DueReminders {
  const { page, per_page } = pageOf(query)
  sendDueReminders(context)
  const { length, slice } = context.store.reminders
  const reminders = slice((page - 1) * per_page, page * per_page).map(({ due, event }) => ({
    event: event.id,
    title: event.content.title,
    ...(event.content.start !== undefined && { start: event.content.start }),
    due: formatTime(context, due),
    rsvps: event.accepted,
  }))
  return { total: length, page, per_page, reminders }
}

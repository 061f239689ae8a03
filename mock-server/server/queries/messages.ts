import { MockServiceError } from '../../errors.ts'
import { type Context, formatTime } from '../../rules/context.ts'
import { locationValues } from '../../rules/location.ts'
import { outboxMessage, sendDueReminders } from '../../rules/reminders.ts'
import { toArray } from '../../store/lists.ts'
import type { EventRecord, MessageRecord } from '../../store/model.ts'
import type { DueReminders, MessageRow, MessageRows, MessageText } from '../../types/index.ts'
import { type AdminCall, oneIn, pageIn, searchIn } from '../admin-call.ts'
import { filterInSlices } from '../time-slices.ts'

/** Query parameters of the list of messages, and of the list of reminders. */
export const messageQuery: readonly string[] = ['search', 'kind', 'event', 'person', 'page', 'per_page']
export const reminderQuery: readonly string[] = ['page', 'per_page']

/** A message and its position in the outbox, from 1. */
type Numbered = readonly [message: MessageRecord, number: number]

/** Returns a page of the outbox, the newest message first. */
export async function messages({ context, query, disconnected }: AdminCall): Promise<MessageRows> {
  const { page, per_page, from, to } = pageIn(query)
  const kind = oneIn(query, 'kind', ['autoresponse', 'reminder'])
  const matches = searchIn(query)
  sendDueReminders(context)
  const { outbox } = context.store
  const newestFirst = (messages: readonly MessageRecord[], first: number) =>
    messages.map((message, index): Numbered => [message, first + index + 1]).reverse()
  const rows = (messages: readonly Numbered[]) => messages.map((each) => messageRow(context, ...each))
  if (!matches && kind === undefined && query.event === undefined && query.person === undefined) {
    const [first, end] = [Math.max(0, outbox.length - to), Math.max(0, outbox.length - from)]
    return { total: outbox.length, page, per_page, messages: rows(newestFirst(outbox.slice(first, end), first)) }
  }
  const matching = await filterInSlices(
    newestFirst(toArray(outbox), 0),
    ([message]) =>
      (kind === undefined || message.kind === kind) &&
      (query.event === undefined || message.event === query.event) &&
      (query.person === undefined || message.person === query.person) &&
      (!matches || matches(`${message.to} ${message.subject}`)),
    disconnected,
  )
  return { total: matching.length, page, per_page, messages: rows(matching.slice(from, to)) }
}

const messageRow = (context: Context, message: MessageRecord, number: number): MessageRow => ({
  number,
  ...outboxMessage(context, message),
})

/** A message with its text. */
export function message({ context, id: name }: AdminCall): MessageText {
  sendDueReminders(context)
  const [message] = /^[1-9]\d{0,9}$/.test(name) ? context.store.outbox.slice(Number(name) - 1, Number(name)) : []
  if (!message) throw new MockServiceError('unknown', 'message', 'is not the number of a sent message')
  return { ...messageRow(context, message, Number(name)), ...textsOf(context, message) }
}

/** Writes the text of a message from the current data of the event. */
function textsOf(context: Context, message: MessageRecord): Pick<MessageText, 'name' | 'text' | 'html'> {
  const { store } = context
  const [event, person] = [store.events.get(message.event), store.people.get(message.person)]
  // The title of a removed event is still in the subject of the message.
  const title = event?.content.title ?? message.subject.replace(/^[^:]*: /, '')
  const opening =
    message.kind === 'autoresponse' ? `thank you for your RSVP to ${title}.` : `${title} begins in 24 hours.`
  const details = event ? detailsOf(context, event) : []
  const parts = [
    `<p>${escaped(['Hello', person?.given_name].filter(Boolean).join(' '))},</p>`,
    `<p>${escaped(opening)}</p>`,
    ...(details.length > 0
      ? [`<p>${details.map(([name, value]) => `<b>${name}</b>: ${escaped(value)}`).join('<br>')}</p>`]
      : []),
    ...(event?.content.instructions === undefined ? [] : [`<div>${event.content.instructions}</div>`]),
  ]
  return {
    name: [person?.given_name, person?.family_name].filter(Boolean).join(' '),
    text: parts.map(withoutMarkup).join('\n\n'),
    html: parts.join('\n'),
  }
}

function detailsOf(context: Context, { content }: EventRecord): readonly (readonly [name: string, value: string])[] {
  const { start, end, browser_url = '', location } = content
  const { venue, address_lines = [], locality, region, postal_code } = locationValues(context, location)
  const town = [locality, region, postal_code].filter(Boolean).join(' ')
  const times = [start, end].flatMap((local) => local?.slice(0, 16).replace('T', ' ') ?? [])
  const values = [
    ['When', times.join(' to ')],
    ['Where', [venue, ...address_lines, town].filter(Boolean).join(', ')],
    ['More', browser_url],
  ] as const
  return values.filter(([, value]) => value !== '')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Escapes a text for HTML. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&${Object.keys(entities).find((name) => entities[name] === character)};`)

/** Converts HTML to plain text, for mail programs that show no HTML. The result is not safe as HTML. */
const withoutMarkup = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Returns a page of the reminders that are not due yet. */
export function reminders({ context, query }: AdminCall): DueReminders {
  const { page, per_page, from, to } = pageIn(query)
  sendDueReminders(context)
  const { length, slice } = context.store.reminders
  const reminders = slice(from, to).map(({ due, event }) => ({
    event: event.id,
    title: event.content.title,
    ...(event.content.start !== undefined && { start: event.content.start }),
    due: formatTime(context, due),
    rsvps: event.accepted,
  }))
  return { total: length, page, per_page, reminders }
}

import { MockServiceError } from '../../errors.ts'
import { type Context, formatTime } from '../../rules/context.ts'
import { locationFacts } from '../../rules/location.ts'
import { outboxMessage, sendDueReminders } from '../../rules/reminders.ts'
import { toArray } from '../../store/lists.ts'
import type { EventRecord, MessageRecord } from '../../store/model.ts'
import type { DueReminders, MessageRow, MessageRows, MessageText } from '../../types/index.ts'
import { type AdminCall, oneIn, pageIn, searchIn } from '../admin-call.ts'
import { filterInSlices } from '../time-slices.ts'

/** Search parameters of a list of messages, and of one of reminders. */
export const messageQuery: readonly string[] = ['search', 'kind', 'event', 'page', 'per_page']
export const reminderQuery: readonly string[] = ['page', 'per_page']

/** A message and its place in the outbox, from 1. */
type Numbered = readonly [message: MessageRecord, number: number]

/** A page of the outbox, the newest first. */
export async function messages({ context, query }: AdminCall): Promise<MessageRows> {
  const { page, per_page, from, to } = pageIn(query)
  const kind = oneIn(query, 'kind', ['autoresponse', 'reminder'])
  const has = searchIn(query)
  sendDueReminders(context)
  const { outbox } = context.store
  const numbered = (messages: readonly MessageRecord[], first: number) =>
    messages.map((message, at): Numbered => [message, first + at + 1]).reverse()
  const rows = (found: readonly Numbered[]) => found.map((each) => rowOf(context, ...each))
  if (!has && kind === undefined && query.event === undefined) {
    const [last, first] = [Math.max(0, outbox.length - from), Math.max(0, outbox.length - to)]
    return { total: outbox.length, page, per_page, messages: rows(numbered(outbox.slice(first, last), first)) }
  }
  const found = await filterInSlices(
    numbered(toArray(outbox), 0),
    ([message]) =>
      (kind === undefined || message.kind === kind) &&
      (query.event === undefined || message.event === query.event) &&
      (!has || has(`${message.to} ${message.subject}`)),
  )
  return { total: found.length, page, per_page, messages: rows(found.slice(from, to)) }
}

const rowOf = (context: Context, message: MessageRecord, number: number): MessageRow => ({
  number,
  ...outboxMessage(context, message),
})

/** A message with what it says. */
export function message({ context, id: name }: AdminCall): MessageText {
  sendDueReminders(context)
  const [message] = /^[1-9]\d{0,9}$/.test(name) ? context.store.outbox.slice(Number(name) - 1, Number(name)) : []
  if (!message) throw new MockServiceError('unknown', 'message', 'is none that was sent')
  return { ...rowOf(context, message, Number(name)), ...textsOf(context, message) }
}

/** What a message says, with the event as it is now. */
function textsOf(context: Context, message: MessageRecord): Pick<MessageText, 'name' | 'text' | 'html'> {
  const { store } = context
  const [event, person] = [store.events.get(message.event), store.people.get(message.person)]
  // Of an event that was removed the subject tells.
  const title = event?.content.title ?? message.subject.replace(/^[^:]*: /, '')
  const opening =
    message.kind === 'autoresponse' ? `thank you for your RSVP to ${title}.` : `${title} begins in 24 hours.`
  const facts = event ? factsOf(context, event) : []
  const parts = [
    `<p>${escaped(['Hello', person?.given_name].filter(Boolean).join(' '))},</p>`,
    `<p>${escaped(opening)}</p>`,
    ...(facts.length > 0
      ? [`<p>${facts.map(([name, value]) => `<b>${name}</b>: ${escaped(value)}`).join('<br>')}</p>`]
      : []),
    ...(event?.content.instructions === undefined ? [] : [`<div>${event.content.instructions}</div>`]),
  ]
  return {
    name: [person?.given_name, person?.family_name].filter(Boolean).join(' '),
    text: parts.map(withoutMarkup).join('\n\n'),
    html: parts.join('\n'),
  }
}

function factsOf(context: Context, { content }: EventRecord): readonly (readonly [name: string, value: string])[] {
  const { start, end, browser_url = '', location } = content
  const { venue, address_lines = [], locality, region, postal_code } = locationFacts(context, location)
  const town = [locality, region, postal_code].filter(Boolean).join(' ')
  const times = [start, end].flatMap((local) => local?.slice(0, 16).replace('T', ' ') ?? [])
  const facts = [
    ['When', times.join(' to ')],
    ['Where', [venue, ...address_lines, town].filter(Boolean).join(', ')],
    ['More', browser_url],
  ] as const
  return facts.filter(([, value]) => value !== '')
}

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** A text as HTML has it. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&${Object.keys(names).find((name) => names[name] === character)};`)

/** HTML as those read it whose mail shows none. What comes of it is a text, and must not be taken for HTML again. */
const withoutMarkup = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => names[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A page of the reminders that are not due yet. */
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

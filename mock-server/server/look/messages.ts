import { setImmediate as nextTurn } from 'node:timers/promises'
import { MockServiceError } from '../../errors.ts'
import type { MessageRecord } from '../../model.ts'
import { settle } from '../../service/reminders.ts'
import { type World, written } from '../../service/world.ts'
import type { MessageRow, MessageRows, MessageText } from '../../types.ts'
import { pageOf, wordsOf } from './check-query.ts'
import { writtenOut } from './message-text.ts'

/** So many are looked through in one go: some milliseconds, for which requests can wait. */
const slice = 8192

/** Search parameters that a list of messages is made of. */
export const messageQuery: readonly string[] = ['search', 'kind', 'event', 'page', 'per_page']

/** A page of the outbox, the newest first. */
export async function messagesOf(world: World, query: Readonly<Record<string, string>>): Promise<MessageRows> {
  const { page, per_page } = pageOf(query)
  const fits = fitOf(query)
  settle(world)
  const { total, at } = fits ? await found(world, fits) : all(world)
  const from = (page - 1) * per_page
  const places = Array.from({ length: Math.max(0, Math.min(per_page, total - from)) }, (_, index) => at(from + index))
  return { total, page, per_page, messages: places.flatMap((place) => rowsAt(world, place)) }
}

/** A message with what it says. */
export function messageOf(world: World, name: string): MessageText {
  settle(world)
  const [message] = /^[1-9]\d{0,9}$/.test(name) ? world.store.outbox.slice(Number(name) - 1, Number(name)) : []
  if (!message) throw new MockServiceError('unknown', 'message', 'is none that was sent')
  return { ...rowOf(world, message, Number(name)), ...writtenOut(world, message) }
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

function all({ store: { outbox } }: World) {
  const total = outbox.length
  return { total, at: (position: number) => total - 1 - position }
}

async function found({ store: { outbox } }: World, fits: (message: MessageRecord) => boolean) {
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

const rowsAt = (world: World, place: number): readonly MessageRow[] =>
  world.store.outbox.slice(place, place + 1).map((message) => rowOf(world, message, place + 1))

const rowOf = (world: World, { kind, event, person, to, subject, sent }: MessageRecord, number: number) => ({
  number,
  kind,
  method: 'email' as const,
  event,
  person,
  to,
  subject,
  sent_at: written(world, sent),
})

import type { EventRecord, MessageRecord } from '../../model.ts'
import { locationFacts } from '../../service/location.ts'
import type { World } from '../../service/world.ts'
import type { MessageText } from '../../types.ts'
import { escaped, withoutMarkup } from './markup.ts'

/** A line about the event: what it is, and what it says. */
type Line = readonly [name: string, value: string]

/** What a message says, with the event as it is now. */
export function writtenOut(world: World, message: MessageRecord): Pick<MessageText, 'name' | 'text' | 'html'> {
  const { store } = world
  const [event, person] = [store.events.get(message.event), store.people.get(message.person)]
  const name = [person?.given_name, person?.family_name].filter(Boolean).join(' ')
  const greeting = `Hello${person?.given_name ? ` ${person.given_name}` : ''},`
  // Of an event that was removed the subject tells.
  const title = event?.content.title ?? message.subject.replace(/^[^:]*: /, '')
  const opening =
    message.kind === 'autoresponse' ? `thank you for your RSVP to ${title}.` : `${title} begins in 24 hours.`
  const lines = event ? linesOf(world, event) : []
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

function linesOf(world: World, { content }: EventRecord): readonly Line[] {
  const { start, end, browser_url, location } = content
  const { venue, address_lines = [], locality, region, postal_code } = locationFacts(world, location)
  const town = [locality, region, postal_code].filter(Boolean).join(' ')
  const where = [venue, ...address_lines, town].filter(Boolean).join(', ')
  const shown = (local: string) => local.slice(0, 16).replace('T', ' ')
  return [
    ...(start === undefined ? [] : [['When', shown(start) + (end === undefined ? '' : ` to ${shown(end)}`)] as const]),
    ...(where === '' ? [] : [['Where', where] as const]),
    ...(browser_url === undefined ? [] : [['More', browser_url] as const]),
  ]
}

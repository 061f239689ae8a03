import { activities } from './data.ts'
import type { Draw } from './draw.ts'
import { paragraphs } from './texts.ts'

const day = 86_400_000

/** Makes up texts that many events share, and keeps each of them once. Activities are named by their numbers. */
export interface Memory {
  /** A title for the organizers, with the month of so many days from now. */
  name(activity: number, date: number): string
  description(draw: Draw, activity: number): string
  /** A local date-time: so many days from now. */
  time(date: number, hour: number, minute: number): string
}

export function memory(now: number): Memory {
  const dates = kept((date) => new Date(now + date * day).toISOString().slice(0, 10))
  const names = kept((number, date) => `${titleOf(number)} ${dates(date).slice(0, 7)}`)
  const times = kept((date, minute) => `${dates(date)}T${digits(Math.floor(minute / 60))}:${digits(minute % 60)}:00`)
  const descriptions = kept((number, more) => {
    const [first, second] = [more % many, Math.floor(more / many)]
    return [activities[number]?.description ?? '', paragraphs[first - 1], paragraphs[second - 1]]
      .filter(Boolean)
      .join('\n')
  })
  return {
    name: (activity, date) => names(activity, date),
    // The activity's own, and for most of them a paragraph more, for some two.
    description: (draw, activity) => {
      const second = draw.chance(25) ? draw.below(many) : 0
      return descriptions(activity, draw.below(many) + many * second)
    },
    time: (date, hour, minute) => times(date, hour * 60 + minute),
  }
}

const many = paragraphs.length + 1
const titleOf = (activity: number): string => activities[activity]?.title ?? ''
const digits = (number: number): string => String(number).padStart(2, '0')

/** The text of two numbers, made once. */
function kept(make: (first: number, second: number) => string): (first: number, second?: number) => string {
  const texts = new Map<number, string>()
  return (first, second = 0) => {
    const key = first * 10_000 + second
    const text = texts.get(key) ?? make(first, second)
    texts.set(key, text)
    return text
  }
}

import type { Activity } from './data.ts'
import type { Draw } from './draw.ts'
import { paragraphs } from './texts.ts'

const day = 86_400_000

/** Makes up texts that many events share, and keeps each of them once. */
export interface Memory {
  /** A title for the organizers, with the month of so many days from now. */
  name(title: string, date: number): string
  description(draw: Draw, activity: Activity): string
  /** A local date-time: so many days from now. */
  time(date: number, hour: number, minute: string): string
}

export function memory(now: number): Memory {
  const dates = new Map<number, string>()
  const texts = new Map<string, string>()
  const kept = (text: string) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, text)
    return text
  }
  const dateOf = (date: number): string => {
    const text = dates.get(date) ?? new Date(now + date * day).toISOString().slice(0, 10)
    dates.set(date, text)
    return text
  }
  return {
    name: (title, date) => kept(`${title} ${dateOf(date).slice(0, 7)}`),
    description: (draw, { description }) => {
      // None, one or two more paragraphs.
      const more = Array.from({ length: draw.below(3) }, () => paragraphs[draw.below(paragraphs.length)])
      return kept([description, ...more].join('\n'))
    },
    time: (date, hour, minute) => kept(`${dateOf(date)}T${String(hour).padStart(2, '0')}:${minute}:00`),
  }
}

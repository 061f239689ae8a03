/** The page of one event, with its form. Needs the packages `next` and `react`. */
import type { Metadata } from 'next'
import { notices } from '@/lib/notices.ts'
import { eventAt, keepAlive, theSite } from '../site.ts'
import { Event, Notice } from '../view.tsx'
import { Rsvp } from './rsvp.tsx'

interface Props {
  readonly params: Promise<{ readonly id: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const event = await eventAt(params)
  if (event && event !== 'down') return { title: event.title }
  // `notFound()` would set the status 404, but without JavaScript its page stays empty.
  return { title: notices[event ?? 'missing'].title, robots: { index: false } }
}

export default async function EventPage({ params }: Props) {
  const event = await eventAt(params)
  if (event === 'down') return <Notice {...notices.down} />
  if (!event) return <Notice {...notices.missing} />
  const { contact } = await theSite().frame(keepAlive)
  return <Event event={event} contact={contact} form={<Rsvp id={event.id} contact={contact} />} />
}

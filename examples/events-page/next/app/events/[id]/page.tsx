/** The page of one event, with its form. Needs the packages `next` and `react`. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { notices } from '@/lib/notices.ts'
import { keepAlive, theSite } from '../site.ts'
import { Event, Notice } from '../view.tsx'
import { Rsvp } from './rsvp.tsx'

interface Props {
  readonly params: Promise<{ readonly id: string }>
}

const eventOf = async ({ params }: Props) => {
  await connection()
  return theSite()
    .event(decodeURIComponent((await params).id), keepAlive)
    .catch(() => 'down' as const)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const event = await eventOf(props)
  return { title: event === 'down' ? notices.down.title : (event?.title ?? notices.missing.title) }
}

export default async function EventPage(props: Props) {
  const event = await eventOf(props)
  if (event === 'down') return <Notice {...notices.down} />
  if (!event) notFound()
  return <Event event={event} form={<Rsvp id={event.id} />} />
}

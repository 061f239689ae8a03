/** Where a recorded RSVP leads. Needs the packages `next` and `react`. */
import type { Metadata } from 'next'
import { notices } from '@/lib/notices.ts'
import { eventAt, keepAlive, theSite } from '../../site.ts'
import { Event, Notice, Thanks } from '../../view.tsx'

export const metadata: Metadata = { title: 'You are on the list', robots: { index: false } }

export default async function ThanksPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const event = await eventAt(params)
  if (event === 'down') return <Notice {...notices.down} />
  if (!event) return <Notice {...notices.missing} />
  const { contact } = await theSite().frame(keepAlive)
  return event.status === 'cancelled' ? (
    <Event event={event} contact={contact} form={null} />
  ) : (
    <Thanks event={event} contact={contact} />
  )
}

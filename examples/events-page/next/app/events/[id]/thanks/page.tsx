/** Where a recorded RSVP leads. Needs the packages `next` and `react`. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { notices } from '@/lib/notices.ts'
import { keepAlive, theSite } from '../../site.ts'
import { Notice, Thanks } from '../../view.tsx'

export const metadata: Metadata = { title: 'You are on the list', robots: { index: false } }

export default async function ThanksPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  await connection()
  const event = await theSite()
    .event(decodeURIComponent((await params).id), keepAlive)
    .catch(() => 'down' as const)
  if (event === 'down') return <Notice {...notices.down} />
  if (!event) return <Notice {...notices.missing} />
  return <Thanks event={event} />
}

/** The list of upcoming events. Needs the packages `next` and `react`. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { notices } from '@/lib/notices.ts'
import { keepAlive, theSite } from './site.ts'
import { List, Notice } from './view.tsx'

export const metadata: Metadata = { title: 'Upcoming events' }

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export default async function EventsPage({ searchParams }: Props) {
  await connection() // A build must not ask the service.
  const query = await searchParams
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined)
  const choice = { place: text('place'), from: text('from'), to: text('to'), page: text('page') }
  const listing = await theSite()
    .upcoming(choice, keepAlive)
    .catch(() => undefined)
  // A page of Next cannot set the status 503; the words are the same.
  return listing ? <List listing={listing} /> : <Notice {...notices.down} />
}

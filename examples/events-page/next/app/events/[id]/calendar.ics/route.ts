/** An event as a file that calendars open. Needs the package `next`. */
import { keepAlive, theSite } from '../../site.ts'

export async function GET(_: Request, { params }: { readonly params: Promise<{ readonly id: string }> }) {
  const { id } = await params
  const text = await theSite()
    .calendar(id, keepAlive)
    .catch(() => null)
  if (text === null)
    return new Response('Please try again in some minutes.', { status: 503, headers: { 'retry-after': '30' } })
  if (text === undefined) return new Response('We cannot find this event.', { status: 404 })
  return new Response(text, {
    headers: { 'cache-control': 'public, max-age=30', 'content-type': 'text/calendar; charset=utf-8' },
  })
}

/** The events of the site, kept in this process: its pages and its form share them. Needs the package `next`. */
import { after, connection } from 'next/server'
import { type Site, siteOf } from '@/lib/site.ts'

let site: Site | undefined

/** Made with the first request: a build has no key. */
export const theSite = (): Site => {
  site ??= siteOf(process.env)
  return site
}

/** Keeps a load alive after the response, also where each request has a process of its own. */
export const keepAlive = (work: Promise<unknown>): void => after(() => work)

/** An escape that is broken, such as `%E0`, means no event. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The event of an address. `down`: the service does not answer, and nothing is kept. */
export async function eventAt(params: Promise<{ readonly id: string }>) {
  await connection()
  return theSite()
    .event(decoded((await params).id), keepAlive)
    .catch(() => 'down' as const)
}

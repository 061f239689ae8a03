/** The frame of all pages. In a site of your own, keep your layout, and add the style sheet to it. Needs the packages `next` and `react`. */
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { keepAlive, theSite } from './events/site.ts'

export default async function Layout({ children }: { readonly children: ReactNode }) {
  await connection() // A build has no key.
  const { name, home, contact } = await theSite().frame(keepAlive)
  const site = name && <a href={home}>{name}</a>
  return (
    <html lang="en">
      <head>
        <link rel="stylesheet" href="/events.css" />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {site && <header className="site">{site}</header>}
        <main id="main">{children}</main>
        {(site || contact) && (
          <footer className="site">
            {site} {contact && <a href={contact}>Write to us</a>}
          </footer>
        )}
      </body>
    </html>
  )
}

/** The frame of all pages. In a site of your own, keep your layout, and add the style sheet to it. Needs the packages `next` and `react`. */
import type { ReactNode } from 'react'

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <link rel="stylesheet" href="/events.css" />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <main id="main">{children}</main>
      </body>
    </html>
  )
}

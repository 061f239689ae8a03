import type { MockService } from 'osdi-events/mock'
import { render } from 'preact'
import { fetchWithAdmin } from '../mock-server/server/admin-fetch.ts'
import { App } from './shell/app.tsx'
import { connect } from './state/admin.ts'
import { drawIn } from './state/page.ts'
import { followLink, keepRoute } from './state/route.ts'
import { forget } from './state/store.ts'
import base from './styles/base.css'
import components from './styles/components.css'
import faults from './styles/faults.css'
import frame from './styles/frame.css'
import narrow from './styles/narrow.css'
import requests from './styles/requests.css'
import table from './styles/table.css'
import tokens from './styles/tokens.css'
import views from './styles/views.css'

/** An explorer in a page. */
export interface MountedExplorer {
  /** Removes the explorer from its element. The service stays as it is. */
  unmount(): void
}

let mounted: MountedExplorer | undefined

/**
 * Shows the explorer of a service in an element of a page: for Storybook, for the development build of an application, for documentation.
 * The page and the service are in one program; there is no server. The explorer has its own styles, and leaves the address and the title of
 * the page alone. It fills its element, and is at least 32 rem high. A page has one explorer at a time: another one takes its place.
 *
 * @throws MockServiceError if `createMockService` did not make the service.
 *
 * @example
 * ```ts
 * import { createMockService } from 'osdi-events/mock'
 * import { mountExplorer } from 'osdi-events/mock/explorer'
 *
 * const explorer = mountExplorer(document.body, createMockService({ events: 60 }))
 * explorer.unmount()
 * ```
 */
export function mountExplorer(element: Element, service: MockService): MountedExplorer {
  const fetch = fetchWithAdmin(service)
  mounted?.unmount()
  const host = document.createElement('section')
  host.ariaLabel = 'Explorer of the mock service'
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [tokens, base, frame, components, table, views, requests, faults, narrow].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  shadow.addEventListener('click', (event) => event instanceof MouseEvent && followLink(event))
  connect({ url: service.baseUrl, fetch, isServed: false })
  drawIn(shadow)
  keepRoute()
  forget()
  element.append(host)
  render(<App />, shadow)
  const own: MountedExplorer = {
    unmount: () => {
      if (mounted !== own) return
      mounted = undefined
      render(null, shadow)
      host.remove()
    },
  }
  mounted = own
  return own
}

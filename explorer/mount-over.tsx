import { render } from 'preact'
import { App } from './shell/app.tsx'
import { type Client, connect } from './state/admin.ts'
import { drawIn } from './state/page.ts'
import { followLink, keepRoute } from './state/route.ts'
import { forget } from './state/store.ts'
import base from './styles/base.css'
import components from './styles/components.css'
import views from './styles/views.css'

/** An explorer in a page. */
export interface MountedExplorer {
  /** Removes the explorer from its element. The service stays as it is. */
  unmount(): void
}

let mounted: MountedExplorer | undefined

/** Shows the explorer in an element of a page. Another explorer of the page goes. */
export function mountOver(element: Element, client: Client): MountedExplorer {
  mounted?.unmount()
  const host = document.createElement('section')
  host.ariaLabel = 'Explorer of the mock service'
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [base, components, views].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  shadow.addEventListener('click', (event) => event instanceof MouseEvent && followLink(event))
  connect(client)
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

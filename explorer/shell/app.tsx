import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { listen } from '../data/listen.ts'
import { useRoute } from '../routing/use-route.ts'
import { views } from '../views/index.ts'
import { ConnectionState } from './connection.tsx'
import { Navigation } from './navigation.tsx'
import { NotFound } from './not-found.tsx'
import { Said } from './said.tsx'
import { ServiceClock } from './service-clock.tsx'

/** The frame that every view stands in. */
export function App() {
  const route = useRoute()
  const name = route.path[0] ?? views[0].name
  const view = views.find((each) => each.name === name)
  const main = useRef<HTMLElement>(null)
  const place = route.path.join('/')
  const isFirst = useRef(true)
  useEffect(() => listen(), [])
  useLayoutEffect(() => {
    document.title = `${view?.title ?? 'Not found'} · Explorer`
    // Whoever comes by a link of the page reads on in what it led to, unless the focus has found its place there already. The first
    // time the browser does as it always does.
    const isThere = main.current?.contains(document.activeElement) ?? false
    if (!isFirst.current && !isThere) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [place])
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="bar">
        <a class="brand" href="#/">
          OSDI events <span>mock service</span>
        </a>
        <ServiceClock />
        <ConnectionState />
      </header>
      <Navigation current={name} />
      <main id="main" class="main" tabIndex={-1} ref={main}>
        {view ? <view.Page route={route} /> : <NotFound />}
      </main>
      <Said />
    </div>
  )
}

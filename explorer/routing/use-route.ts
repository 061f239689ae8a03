import { useLayoutEffect, useState } from 'preact/hooks'
import { type Route, routeOf } from './route.ts'

/** Where the page is; whoever uses it is drawn anew when it goes elsewhere. */
export function useRoute(): Route {
  const [route, go] = useState(() => routeOf(location.hash))
  // At once: a page that goes elsewhere before it listens would stay where it is.
  useLayoutEffect(() => {
    const follow = () => go(routeOf(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

/** Goes to a place without a step of its own in the history, as for a search that is being typed. */
export function replaceRoute(href: string): void {
  history.replaceState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

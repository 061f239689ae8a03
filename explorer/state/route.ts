import type { ComponentType } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** Where the page is: what stands behind `#/` in its address. */
export interface Route {
  /** Decoded segments; the first names the view. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

/** One view of the explorer. */
export interface View {
  /** First segment of its addresses. */
  readonly name: string
  readonly title: string
  /** Drawn beside its title in the navigation: what should be seen from everywhere. */
  readonly Badge?: ComponentType
  readonly Page: ComponentType<{ readonly route: Route }>
}

function routeOf(hash: string): Route {
  const [, path = '', query = ''] = /^#\/?([^?]*)(?:\?(.*))?$/s.exec(hash) ?? []
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

/** The address of a place in the explorer, for links. Search parameters without a value are left out. */
export function hrefOf(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(given).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${search && `?${search}`}`
}

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

export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

import type { ComponentType } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** The part of the page's address after `#/`. */
export interface Route {
  /** Decoded segments. The first is the name of the view. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export interface View {
  /** First segment of the view's addresses. */
  readonly name: string
  readonly title: string
  /** Shown beside the title in the navigation. */
  readonly Badge?: ComponentType
  readonly Page: ComponentType<{ readonly route: Route }>
}

function routeOf(hash: string): Route {
  const [, path = '', query = ''] = /^#\/?([^?]*)(?:\?(.*))?$/s.exec(hash) ?? []
  return { path: path.split('/').filter(Boolean).map(decodeSegment), query: new URLSearchParams(query) }
}

/** The `href` of a route. Empty search parameters are left out. */
export function hrefOf(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(filled).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${search && `?${search}`}`
}

/** The current route. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash))
  // A layout effect, so that the page listens before the first change of the route.
  useLayoutEffect(() => {
    const follow = () => setRoute(routeOf(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

/** Changes the route without a new entry in the history, for example for each letter of a search. */
export function replaceRoute(href: string): void {
  history.replaceState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

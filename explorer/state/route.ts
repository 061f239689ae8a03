import type { ComponentType } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { showToast } from './store.ts'

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

/** The address inside the explorer, such as `#/data`, in a page of another program. Undefined in the explorer's own page, which has it. */
let kept: string | undefined
const listeners = new Set<() => void>()

/** Keeps the address in the explorer, and leaves the address of the page alone. */
export function keepRoute(): void {
  kept = '#/'
}

/** The current address inside the explorer. */
export const currentHref = (): string => kept ?? location.hash

/** Leads to a message. Closing the message leads back to the view with the link. */
export const mailHref = (number: number): string => hrefOf(['data', 'mail', String(number)], { from: currentHref() })

/** The list that a route shows or belongs to: the route without a record of the service. */
export function listOf(href: string): string {
  const [path = '', ...query] = href.split(/(?=\?)/)
  const segments = path.split('/')
  const isRecord = segments.length > (segments[1] === 'data' ? 3 : 2)
  return isRecord ? segments.slice(0, segments[1] === 'data' ? 3 : 2).join('/') : path + query.join('')
}

/** The current route. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(currentHref()))
  // A layout effect, so that the page listens before the first change of the route.
  useLayoutEffect(() => {
    const follow = () => setRoute(routeOf(currentHref()))
    addEventListener('hashchange', follow)
    listeners.add(follow)
    return () => {
      removeEventListener('hashchange', follow)
      listeners.delete(follow)
    }
  }, [])
  return route
}

/** Opens a route. It never leaves the explorer, because a part of the address may have come from somebody else. */
export function navigate(href: string): void {
  if (kept === undefined) location.hash = href
  else keep(href)
}

/**
 * Remembers where the user is. The returned function shows a note, and opens a route or the explorer of another service. If the user has gone
 * elsewhere meanwhile, it opens nothing, and the note has a link.
 */
export function navigateFrom(): (href: string, note: string, link?: string) => void {
  const from = currentHref()
  return (href, note, link = 'Show it') => {
    const isHere = currentHref() === from
    showToast(note, isHere ? undefined : { href, text: link })
    if (!isHere) return
    if (href.startsWith('#')) navigate(href)
    else location.href = href
  }
}

function keep(href: string): void {
  kept = href
  for (const notify of listeners) notify()
}

/** Follows a link of the explorer that was clicked, if the explorer keeps the address. The browser follows it otherwise. */
export function followLink(event: MouseEvent): void {
  const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event
  const link = target instanceof Element ? target.closest('a[href^="#"]') : null
  if (kept === undefined || !link || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  keep(link.getAttribute('href') ?? '#/')
}

/** Changes the route without a new entry in the history, for example for each letter of a search. */
export function replaceRoute(href: string): void {
  if (kept !== undefined) {
    keep(href)
    return
  }
  history.replaceState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** A text that the address of the view keeps, such as a search, so that it is there again after Back. */
export function useKept(name: string, initial = ''): readonly [text: string, keep: (text: string) => void] {
  const { path, query } = useRoute()
  const keep = (text: string) =>
    replaceRoute(hrefOf(path, { ...Object.fromEntries(query), [name]: text === initial ? undefined : text }))
  return [query.get(name) ?? initial, keep]
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

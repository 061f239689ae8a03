import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { PageHeader } from '../components/frame.tsx'
import { dataView } from '../data/view.tsx'
import { faultsView } from '../faults/view.tsx'
import { clausesView } from '../requests/clauses-view.tsx'
import { requestsView } from '../requests/view.tsx'
import { follow } from '../state/feed.ts'
import { activeElement, isOwnPage, setTitle } from '../state/page.ts'
import { hrefOf, useRoute } from '../state/route.ts'
import { watchSandboxes } from '../state/sandboxes.ts'
import { type FeedState, showToast, useShared } from '../state/store.ts'
import { SandboxStrip, SandboxSwitcher, useIsEnded, useSandboxName } from './sandboxes.tsx'
import { Address, Keys, ServiceMenu } from './service-bar.tsx'

/** The explorer opens with the first view. */
const views = [requestsView, dataView, faultsView] as const
/** A view that the navigation does not show: links of other views open it. */
const hidden = [clausesView] as const

export function App() {
  const route = useRoute()
  const name = route.path[0] ?? views[0].name
  const view = [...views, ...hidden].find((each) => each.name === name)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  // A page of another program has a main part of its own.
  const Main = isOwnPage() ? 'main' : 'section'
  const sandbox = useSandboxName()
  useEffect(follow, [])
  useEffect(watchSandboxes, [])
  useLayoutEffect(() => {
    setTitle([view?.title ?? 'Not found', ...(sandbox === undefined ? [] : [sandbox]), 'Explorer'].join(' · '))
  }, [route, sandbox])
  useLayoutEffect(() => {
    // Keyboard and screen reader continue in the new view. On the first page load, the focus stays where the browser puts it.
    if (!isFirst.current && !main.current?.contains(activeElement())) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [route])
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <button type="button" class="skip to-list" onClick={() => focusFirstRow(main.current)}>
        Skip to the list
      </button>
      <header class="row bar">
        <a class="brand" href="#/">
          OSDI <span class="muted">mock</span>
        </a>
        <nav class="row nav" aria-label="Views">
          {views.map(({ name: each, title, Badge }) => (
            <a key={each} class="row" href={hrefOf([each])} aria-current={each === name ? 'page' : undefined}>
              {title}
              {Badge && <Badge />}
            </a>
          ))}
        </nav>
        <Address />
        <div class="row menus">
          <Keys />
          <SandboxSwitcher />
          <ServiceMenu />
        </div>
        <ConnectionState />
      </header>
      <SandboxStrip />
      <Main id="main" class="content" tabIndex={-1} ref={main}>
        {view ? <view.Page route={route} /> : <PageHeader title="Not found" note="There is nothing at this address." />}
      </Main>
      <Toast />
    </div>
  )
}

/** Moves the focus to the first row of the list. From there, the arrow keys go from row to row. */
const focusFirstRow = (main: Element | null): void => main?.querySelector<HTMLElement>('.row-link')?.focus()

const connections: Readonly<Record<FeedState, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  paused: 'Paused',
  reconnecting: 'Reconnecting',
  offline: 'Not connected',
}

function ConnectionState() {
  const connection = useShared((state) => state.connection)
  const isEnded = useIsEnded()
  return (
    <p class={`row small connection ${isEnded ? 'offline' : connection}`} role="status">
      {isEnded ? 'Ended' : connections[connection]}
    </p>
  )
}

function Toast() {
  const { text, link } = useShared((state) => state.toast)
  return (
    <p class="toast" role="status">
      {text}
      {link && (
        <a href={link.href} onClick={() => showToast('')}>
          {link.text}
        </a>
      )}
    </p>
  )
}

import type { ComponentChildren } from 'preact'
import type { Loaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { Button } from './button.tsx'

interface PageHeaderProps {
  readonly title: ComponentChildren
  /** A short note beside the heading, such as a count. */
  readonly note?: ComponentChildren
  /** Buttons and fields. */
  readonly children?: ComponentChildren
}

export const PageHeader = ({ title, note, children }: PageHeaderProps) => (
  <header class="row head">
    <h1 dir="auto">{title}</h1>
    <p class="note" role="status">
      {note}
    </p>
    <div class="row actions">{children}</div>
  </header>
)

interface TabsProps {
  readonly label: string
  /** Last segment of the current path. */
  readonly current: string
  readonly tabs: readonly (readonly [path: readonly string[], title: string])[]
}

export const Tabs = ({ label, current, tabs }: TabsProps) => (
  <nav class="row tabs" aria-label={label}>
    {tabs.map(([path, title]) => (
      <a key={title} href={hrefOf(path)} aria-current={path.at(-1) === current ? 'page' : undefined}>
        {title}
      </a>
    ))}
  </nav>
)

/** Says that a list is empty, and how to fill it. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <strong>{title}</strong>
    <p>{children}</p>
  </div>
)

/** Shows an error, if there is one. */
export const ErrorMessage = ({ error, retry }: { readonly error: Error | undefined; readonly retry?: () => void }) =>
  error ? (
    <div class="failed" role="alert">
      <p>{error.message}</p>
      {retry && <Button onClick={retry}>Try again</Button>}
    </div>
  ) : null

export const Loading = () => (
  <p class="loading" role="status">
    Loading …
  </p>
)

/** Says that a value is loading, or shows why loading failed. */
export const LoadStatus = ({ of: { value, error, reload } }: { readonly of: Loaded<unknown> }) =>
  value === undefined && !error ? <Loading /> : <ErrorMessage error={error} retry={reload} />

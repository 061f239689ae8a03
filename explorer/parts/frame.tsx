import type { ComponentChildren } from 'preact'
import type { Loaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { Button } from './button.tsx'

interface HeadProps {
  readonly title: ComponentChildren
  /** How much there is, say. */
  readonly note?: ComponentChildren
  /** What can be done here: buttons and fields. */
  readonly children?: ComponentChildren
}

/** The top of a view: its heading, and what can be done. */
export const Head = ({ title, note, children }: HeadProps) => (
  <header class="row head">
    <h1 dir="auto">{title}</h1>
    <p class="note" role="status">
      {note}
    </p>
    <div class="row acts">{children}</div>
  </header>
)

interface TabsProps {
  readonly label: string
  /** Last segment of the path that is shown. */
  readonly current: string
  readonly tabs: readonly (readonly [path: readonly string[], title: string])[]
}

/** Links to what stands side by side. */
export const Tabs = ({ label, current, tabs }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(([path, title]) => (
      <a key={title} href={hrefOf(path)} aria-current={path.at(-1) === current ? 'page' : undefined}>
        {title}
      </a>
    ))}
  </nav>
)

/** Where there is nothing to show: what is missing, and what to do about it. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <strong>{title}</strong>
    <p>{children}</p>
  </div>
)

/** Why something was not done, or could not be had; nothing where all is well. */
export const Failed = ({ error, again }: { readonly error: Error | undefined; readonly again?: () => void }) =>
  error ? (
    <div class="failed" role="alert">
      <p>{error.message}</p>
      {again && <Button onClick={again}>Try again</Button>}
    </div>
  ) : null

export const Loading = () => (
  <p class="loading" role="status">
    Loading …
  </p>
)

/** Says that something is still loading, or why it could not be loaded. */
export const LoadStatus = ({ of: { value, error, reload } }: { readonly of: Loaded<unknown> }) =>
  value === undefined && !error ? <Loading /> : <Failed error={error} again={reload} />

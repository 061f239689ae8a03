import { type ComponentChildren, Fragment } from 'preact'
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
  /** The path of all tabs, without the last segment. */
  readonly at: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  /** Last segment of the current path. */
  readonly current: string
  /** The titles of the tabs by their last segments. */
  readonly tabs: Readonly<Record<string, string>>
}

export const Tabs = ({ label, at, query = {}, current, tabs }: TabsProps) => (
  <nav class="row tabs" aria-label={label}>
    {Object.entries(tabs).map(([name, title]) => (
      <a key={name} href={hrefOf([...at, name], query)} aria-current={name === current ? 'page' : undefined}>
        {title}
      </a>
    ))}
  </nav>
)

interface FactsProps {
  readonly of: Readonly<Record<string, ComponentChildren>>
  /** Names of the protocol, such as headers, are in the font of code. */
  readonly isCode?: boolean
}

/** Names with their values. Leaves out what is missing. */
export const Facts = ({ of, isCode = false }: FactsProps) => (
  <dl class={isCode ? 'members code-names' : 'members'}>
    {Object.entries(of)
      .filter(([, value]) => value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt dir="auto">{name}</dt>
          <dd class="text" dir="auto">
            {value}
          </dd>
        </Fragment>
      ))}
  </dl>
)

/** What most readers do not look for: a line that opens it. */
export const Folded = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <details class="folds">
    <summary>{title}</summary>
    {children}
  </details>
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

import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'

/** Where there is nothing to show: what is missing, and what to do about it. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children !== undefined && <p>{children}</p>}
  </div>
)

/** While something is awaited for the first time. It shows only after a moment: most things are there before. */
export const Loading = ({ what }: { readonly what: string }) => (
  <p class="loading" role="status">
    Loading {what} …
  </p>
)

/** Where something could not be had. */
export const Failed = ({ error, again }: { readonly error: Error; readonly again?: () => void }) => (
  <div class="failed" role="alert">
    <p>{error.message}</p>
    {again && <Button onClick={again}>Try again</Button>}
  </div>
)

import type { ComponentChildren } from 'preact'

interface HeadProps {
  readonly title: ComponentChildren
  /** How much there is, say. */
  readonly note?: ComponentChildren
  /** What can be done here: buttons and fields. */
  readonly children?: ComponentChildren
}

/** The top of a view: its heading, and what can be done. */
export const Head = ({ title, note, children }: HeadProps) => (
  <header class="head">
    <h1>{title}</h1>
    {note !== undefined && <p class="note">{note}</p>}
    {children !== undefined && <div class="acts">{children}</div>}
  </header>
)

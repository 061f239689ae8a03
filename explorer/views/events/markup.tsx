import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'

/** HTML that somebody wrote: shown as the text that it is, and as a page on demand, in a frame where nothing runs and nothing is loaded. */
export function Markup({ html }: { readonly html: string }) {
  const [isDrawn, draw] = useState(false)
  return (
    <div class="markup">
      {isDrawn ? (
        <iframe class="drawn" sandbox="" title="The HTML, drawn" srcdoc={html} />
      ) : (
        <span class="text mono">{html}</span>
      )}
      <Button pressed={isDrawn} onClick={() => draw(!isDrawn)}>
        Draw
      </Button>
    </div>
  )
}

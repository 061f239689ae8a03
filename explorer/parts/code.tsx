import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface CodeProps {
  readonly label: string
  readonly text: string
}

/** A text as it is, with a button that copies it. Long lines go on below: nothing has to be scrolled sideways. */
export function Code({ label, text }: CodeProps) {
  const id = useId()
  return (
    <figure class="code" aria-labelledby={id}>
      <figcaption>
        <span id={id}>{label}</span>
        <CopyButton text={text} what={label}>
          Copy
        </CopyButton>
      </figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

interface CopyButtonProps {
  readonly text: string
  /** What is copied, as its name goes on behind "Copy". */
  readonly what: string
  /** Shown in the place of all of its name, where it stands beside what it copies. */
  readonly children?: string
}

/** Copies a text, and says so for a moment. Without a clipboard, the text is shown to be copied by hand. */
export function CopyButton({ text, what, children = `Copy ${what}` }: CopyButtonProps) {
  const [done, tell] = useState<'copied' | 'failed'>()
  useEffect(() => {
    const timer = done === 'copied' ? setTimeout(() => tell(undefined), 2000) : undefined
    return () => clearTimeout(timer)
  }, [done])
  // Only pages of this machine or over https have a clipboard.
  const copy = async () => navigator.clipboard.writeText(text)
  const act = () =>
    copy().then(
      () => tell('copied'),
      () => tell('failed'),
    )
  return (
    <span class="copy">
      <Button onClick={() => void act()} label={`Copy ${what}`}>
        {done === 'copied' ? 'Copied' : children}
      </Button>
      <span role="status" class="unseen">
        {done === 'copied' && `Copied ${what}`}
      </span>
      {done === 'failed' && <textarea class="input" readOnly aria-label={`Copy ${what} by hand`} value={text} />}
    </span>
  )
}

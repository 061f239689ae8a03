import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface CodeProps {
  /** What it is, for whoever cannot see where it stands. */
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
        <CopyButton text={text} what={label} />
      </figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

/** Copies a text, and says so for a moment. */
export function CopyButton({
  text,
  what,
  children = 'Copy',
}: {
  readonly text: string
  readonly what: string
  readonly children?: string
}) {
  const [done, say] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (done === undefined) return undefined
    const timer = setTimeout(() => say(undefined), 2000)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () => {
    // Only pages of this machine or over https have a clipboard.
    if (!navigator.clipboard) say('failed')
    else
      navigator.clipboard.writeText(text).then(
        () => say('copied'),
        () => say('failed'),
      )
  }
  return (
    <span class="copy">
      <Button onClick={copy} label={`${children} ${what}`}>
        {children}
      </Button>
      <span class="copy-said" role="status">
        {done === 'copied' ? 'Copied' : done === 'failed' ? 'Could not copy' : ''}
      </span>
    </span>
  )
}

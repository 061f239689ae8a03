import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface CodeProps {
  readonly label: string
  readonly text: string
}

/** Source text with a copy button. Long lines wrap. */
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
  /** The name of what is copied, for the button's name after "Copy". */
  readonly what: string
  /** Text of the button, if shorter than its name. */
  readonly children?: string
  readonly disabled?: boolean
}

/** Copies a text. Pages over plain http from another machine have no clipboard: there, the button shows the text instead. */
export function CopyButton({ text, what, children = `Copy ${what}`, disabled = false }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useEffect(() => {
    const timer = result === 'copied' ? setTimeout(() => setResult(undefined), 2000) : undefined
    return () => clearTimeout(timer)
  }, [result])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      setResult('failed')
    }
  }
  return (
    <span class="copy">
      <Button onClick={() => void copy()} label={`Copy ${what}`} disabled={disabled}>
        {result === 'copied' ? 'Copied' : children}
      </Button>
      <span role="status" class="visually-hidden">
        {result === 'copied' && `Copied ${what}`}
      </span>
      {result === 'failed' && <textarea class="input" readOnly aria-label={`Copy ${what} by hand`} value={text} />}
    </span>
  )
}

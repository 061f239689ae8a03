import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface FigureProps {
  readonly label: string
  /** What the button copies. */
  readonly text: string
  readonly children: ComponentChildren
}

/** A body, a program or a command with a copy button. */
export function Figure({ label, text, children }: FigureProps) {
  const id = useId()
  return (
    <figure class="code" aria-labelledby={id}>
      <figcaption class="spread">
        <span id={id}>{label}</span>
        <CopyButton text={text} what={label}>
          Copy
        </CopyButton>
      </figcaption>
      {children}
    </figure>
  )
}

interface CodeProps extends Omit<FigureProps, 'children'> {
  /** What is shown, if not all that is copied. */
  readonly shown?: string
}

/** Source text. Long lines wrap. */
export const Code = ({ label, text, shown = text }: CodeProps) => (
  <Figure label={label} text={text}>
    <pre>
      <code>{shown}</code>
    </pre>
  </Figure>
)

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
      <Button
        onClick={() => void copy()}
        label={`${result === 'copied' ? 'Copied' : 'Copy'} ${what}`}
        disabled={disabled}
      >
        {result === 'copied' ? 'Copied' : children}
      </Button>
      <span role="status" class="visually-hidden">
        {result === 'copied' && `Copied ${what}`}
      </span>
      {result === 'failed' && <textarea class="input" readOnly aria-label={`Copy ${what} by hand`} value={text} />}
    </span>
  )
}

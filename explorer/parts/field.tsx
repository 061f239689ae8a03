import { type ComponentChildren, h, type TargetedInputEvent } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  /** What may be given, in few words. */
  readonly hint?: string
  /** Why it cannot be so. */
  readonly error?: string | undefined
  /** Whether the label is there for those alone who cannot see the field. */
  readonly bare?: boolean
}

interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly type?: 'text' | 'search' | 'number' | 'email' | 'datetime-local'
  readonly placeholder?: string
  readonly required?: boolean
  /** Whether keyboards on glass show digits. What is no number can be written all the same, and be told of as wrong. */
  readonly numeric?: boolean
}

interface ChoiceProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Values, and how each is shown. */
  readonly choices: readonly (readonly [value: string, text: string])[]
}

interface FrameProps extends FieldProps {
  readonly id: string
  readonly children: ComponentChildren
}

const Frame = ({ id, label, hint, error, bare, children }: FrameProps) => (
  <div class="field">
    <label for={id} class={bare ? 'unseen' : undefined}>
      {label}
    </label>
    {children}
    {(error ?? hint) !== undefined && (
      <p id={`${id}-more`} class={error === undefined ? 'hint' : 'hint wrong'}>
        {error ?? hint}
      </p>
    )}
  </div>
)

const described = (id: string, { hint, error }: FieldProps) => ({
  ...((error ?? hint) !== undefined && { 'aria-describedby': `${id}-more` }),
  ...(error !== undefined && { 'aria-invalid': true }),
})

/** A field for a text, a number or a moment. */
export function TextField({ value, onInput, type = 'text', placeholder, required, numeric, ...props }: TextFieldProps) {
  const id = useId()
  return (
    <Frame id={id} {...props}>
      {h('input', {
        id,
        type,
        value,
        required: required ?? false,
        autocomplete: 'off',
        spellcheck: false,
        ...(placeholder !== undefined && { placeholder }),
        ...(numeric && { inputMode: 'numeric' }),
        ...described(id, props),
        onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => onInput(currentTarget.value),
      })}
    </Frame>
  )
}

/** A field for several lines. */
export function TextArea({
  value,
  onInput,
  ...props
}: Omit<TextFieldProps, 'type' | 'placeholder' | 'required' | 'numeric'>) {
  const id = useId()
  return (
    <Frame id={id} {...props}>
      <textarea
        id={id}
        value={value}
        rows={4}
        spellcheck={false}
        {...described(id, props)}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Frame>
  )
}

/** A choice of one of several. */
export function Choice({ value, onChange, choices, ...props }: ChoiceProps) {
  const id = useId()
  return (
    <Frame id={id} {...props}>
      <select
        id={id}
        value={value}
        {...described(id, props)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  )
}

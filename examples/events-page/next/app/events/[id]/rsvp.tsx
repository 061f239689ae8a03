/** The form of an event. It works without JavaScript too: the browser then sends it, and gets the page anew. Needs the package `react`. */
'use client'

import { useActionState } from 'react'
import { inputs, offers } from '@/lib/rsvp.ts'
import { Problems } from '../problems.tsx'
import { signUp } from './sign-up.ts'

interface Props {
  readonly id: string
  readonly contact: string | undefined
}

export function Rsvp({ id, contact }: Props) {
  const [attempt, action, isPending] = useActionState(signUp, undefined)
  const mistakeAt = (name: string) => attempt?.mistakes?.find(({ field }) => field === name)?.message
  /** What an input with a mistake or a hint has besides. */
  const described = (name: string, hint?: string) => {
    const ids = [mistakeAt(name) && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
    return { 'aria-invalid': mistakeAt(name) ? true : undefined, 'aria-describedby': ids || undefined }
  }
  const error = (name: string) => {
    const message = mistakeAt(name)
    return (
      message && (
        <span className="error" id={`${name}-error`}>
          {message}
        </span>
      )
    )
  }
  const decoy = mistakeAt('website')
  return (
    <section id="rsvp" className="rsvp" aria-labelledby="rsvp-title">
      <h2 id="rsvp-title">Will you come?</h2>
      {attempt && <Problems attempt={attempt} contact={contact} />}
      <form action={action} noValidate>
        {/* With an action that is bound to the id, Next hangs without JavaScript: https://github.com/vercel/next.js/issues/57867 */}
        <input type="hidden" name="event" value={id} />
        {inputs.map(({ name, label, hint, type, autocomplete, required }) => (
          <div className="field" key={name}>
            <label htmlFor={name}>{label}</label>
            {hint && (
              <span className="hint" id={`${name}-hint`}>
                {hint}
              </span>
            )}
            {error(name)}
            <input
              {...{ id: name, name, type, required, maxLength: 200, autoComplete: autocomplete }}
              defaultValue={attempt?.values[name] ?? ''}
              {...described(name, hint)}
            />
          </div>
        ))}
        <fieldset>
          <legend>Tell us more (optional)</legend>
          {offers.map(({ tag, label }) => (
            <label className="check" key={tag}>
              <input type="checkbox" name="tag" value={tag} defaultChecked={attempt?.values.tags.includes(tag)} />{' '}
              {label}
            </label>
          ))}
        </fieldset>
        <div className={decoy ? 'field' : 'decoy'}>
          <label htmlFor="website">Leave this field empty</label>
          {error('website')}
          <input
            {...{ id: 'website', name: 'website', tabIndex: decoy ? 0 : -1, autoComplete: 'off' }}
            defaultValue={attempt?.values.website ?? ''}
            {...described('website')}
          />
        </div>
        <button type="submit" disabled={isPending}>
          Count me in
        </button>
      </form>
    </section>
  )
}

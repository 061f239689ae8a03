/**
 * The action of the form. Next compares the origin of each POST with the host, so that no form of another website gets here.
 * Needs the package `next`.
 */
'use server'

import { redirect } from 'next/navigation'
import { type Attempt, entered } from '@/lib/rsvp.ts'
import { keepAlive, theSite } from '../site.ts'

export async function signUp(_: Attempt | undefined, form: FormData): Promise<Attempt> {
  const id = String(form.get('event') ?? '')
  const outcome = await theSite().signUp(id, form, keepAlive)
  // A reload of the next page sends nothing again.
  if (outcome.kind === 'recorded') redirect(`/events/${encodeURIComponent(id)}/thanks`)
  const values = entered(form)
  return outcome.kind === 'mistakes' ? { values, mistakes: outcome.mistakes } : { values, failure: outcome.kind }
}

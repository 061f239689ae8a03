import { eventOf, pageOf } from '../../../support/client-answers.ts'
import { base } from '../../../support/scripted-fetch.ts'
import type { Step } from './check.ts'

type Version = 'v1' | 'v2'

/** Any JSON as an answer, of the script's own address. */
export const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Step => ({
  status,
  headers,
  body: JSON.stringify(value).replaceAll(base, '{base}'),
})

/** An event. */
export const event = (version: Version): Step => json(eventOf(version))

/** A page of one event, with a link to another where one is given. */
export const page = (version: Version, next?: string): Step => json(pageOf(version, ['e1'], next))

/** A refusal. */
export const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Step =>
  json({ error: 'Resting' }, status, headers)

/** A redirect. */
export const redirect = (status: number, location: string): Step => ({ status, headers: { location } })

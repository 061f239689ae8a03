import type { IncomingMessage } from 'node:http'
import type { Answer } from '../http/answer.ts'
import { answerWith } from './problem.ts'
import type { Place } from './site.ts'

/** Whether a request asks for the address of a service itself. */
export const isForRoot = ({ method }: IncomingMessage, { isControl, target }: Place): boolean =>
  (method === 'GET' || method === 'HEAD') && !isControl && /^\/(?:\?|$)/.test(target)

/** Says where everything is, below the address of the service. */
export const answerRoot = (url: string, ui: boolean): Answer =>
  answerWith(
    {
      v1: `${url}/api/v1/events`,
      v2: `${url}/api/v2/events`,
      admin: `${url}/_mock`,
      ...(ui && { explorer: `${url}/_mock/ui` }),
    },
    200,
    { Vary: 'Accept' },
  )

/** Whether somebody would rather see a page than JSON: browsers name the type of pages, and programs do not. */
export const prefersPage = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  weightOf('text/html', accept) > weightOf('application/json', accept)

/** The weight of a media type in an `Accept` header that names it (RFC 9110 §12.5.1); 0 where it does not. */
function weightOf(type: string, accept: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    if (name === type) return weight === undefined ? 1 : Number(weight.slice(2)) || 0
  }
  return 0
}

import type { IncomingMessage } from 'node:http'
import type { Answer } from '../../http/answer.ts'
import type { Place } from '../site.ts'
import { explorerFile } from './files.ts'

const below = /^\/ui(\/[^?]*)?(?:\?.*)?$/s

/** Whether a request is for the explorer: one of its files, or a browser at the address of a service. */
export const isForExplorer = ({ method, headers }: IncomingMessage, { isControl, target }: Place): boolean =>
  isControl
    ? below.test(target)
    : target === '/' && (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')

/** Answers it: with the file, or with the way to the page. */
export function answerExplorer({ method = 'GET' }: IncomingMessage, { isControl, target, site }: Place): Answer {
  const [, path = ''] = below.exec(target) ?? []
  // Its files are named relative to the page's address, which has no slash at its end.
  return isControl && path !== '/' ? explorerFile(method, path) : see(`${site?.path ?? ''}/_mock/ui`)
}

const see = (address: string): Answer => ({
  status: 303,
  headers: { Location: address, 'Cache-Control': 'no-store', Vary: 'Accept' },
  body: '',
})

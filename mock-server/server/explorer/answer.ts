import type { IncomingMessage } from 'node:http'
import type { Answer } from '../../http/answer.ts'
import { isForRoot, prefersPage } from '../root.ts'
import type { Place } from '../site.ts'
import { explorerFile } from './files.ts'

const below = /^\/ui(\/[^?]*)?(?:\?.*)?$/s

/** Whether a request is for the explorer: one of its files, or a browser at the address of a service. */
export const isForExplorer = (message: IncomingMessage, place: Place): boolean =>
  place.isControl ? below.test(place.target) : isForRoot(message, place) && prefersPage(message)

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

import { type Delivery, firstHalf, type Wait } from '../delivery.ts'
import { awake } from '../faults/waits.ts'
import { responseOf } from '../http/answer.ts'
import { connectionEnded, connectionReset, failed, terminated } from './failures.ts'

/** A delivery as the platform's `fetch` shows it: its response, or the error that it fails with, body and all. */
export function deliver({ answer, ending, wait }: Delivery, request: Request): Response {
  if (!answer) throw failed(connectionReset())
  if (ending === 'whole') return responseOf(answer, request.method)
  const bytes = new TextEncoder().encode(answer.body)
  const headers = { ...answer.headers, 'Content-Length': String(bytes.length) }
  if (request.method === 'HEAD') {
    wait?.release()
    return new Response(null, { status: answer.status, headers })
  }
  const half = firstHalf(bytes)
  const body = wait
    ? stalling(half, wait, request)
    : breaking(half, () => terminated(ending === 'truncated' ? connectionEnded() : connectionReset()))
  return new Response(body, { status: answer.status, headers })
}

// Nothing is read ahead: what breaks off does so when its reader gets there.
const unhurried = { highWaterMark: 0 }

function breaking(half: Uint8Array, failure: () => TypeError): ReadableStream<Uint8Array> {
  const pieces = half.length > 0 ? [half] : []
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = pieces.shift()
    if (piece) controller.enqueue(piece)
    else controller.error(failure())
  }
  return new ReadableStream({ pull }, unhurried)
}

function stalling(half: Uint8Array, wait: Wait, request: Request): ReadableStream<Uint8Array> {
  const pieces = half.length > 0 ? [half] : []
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // The request is held on to: its signal would not hear of an abort without it.
        const { signal } = request
        void wait.ended.then(() => controller.error(signal.aborted ? signal.reason : terminated(connectionReset())))
      },
      pull: (controller) => {
        const piece = pieces.shift()
        if (piece) controller.enqueue(piece)
        else void awake(wait.ended)
      },
      cancel: () => wait.release(),
    },
    unhurried,
  )
}

import type { SetupWorker, StartOptions } from 'msw/browser'
import { wrongOption } from './interception.ts'
import { later, limit } from './time.ts'

type Starting = StartOptions & { readonly serviceWorker: { readonly url: string } }

/** Longest wait for a service worker to be registered and to answer, in milliseconds. */
const longestStart = 30_000

/** Longest wait for requests on their way when the worker is stopped, in milliseconds: one of them may never be answered. */
const longestStop = 5_000

/** Starts MSW's worker; rejects with a `MockServiceError` where its script is missing or no answer comes. */
export async function startWorker(worker: SetupWorker, options: Starting): Promise<void> {
  const { url } = options.serviceWorker
  await checkScript(url)
  const silent = () => {
    throw wrongOption('serviceWorker.url', `no service worker of MSW answered within 30 seconds at ${url}; ${advice}`)
  }
  await within(longestStart, worker.start(options), silent)
}

/** Stops MSW's worker. MSW 3 waits for requests on their way; after a while they are left behind. */
export const stopWorker = (worker: SetupWorker): Promise<void> =>
  within(longestStop, Promise.resolve(worker.stop()), () => {})

const advice =
  'run `npx msw init public`, where `public` is the folder that the server of the page serves, after each change of MSW’s version too'

/** MSW says what to run only where the server answers 404; many answer the page itself, and a wrong script is waited for without end. */
async function checkScript(url: string): Promise<void> {
  // Without service workers MSW patches the page's own fetch, and needs no script.
  if (!('serviceWorker' in navigator) || location.protocol === 'file:') return
  const wrong = (found: string, cause?: unknown) =>
    wrongOption('serviceWorker.url', `${found} at ${url}, but no service worker of MSW; ${advice}`, { cause })
  const { signal, stop } = limit(longestStart)
  const answer = await fetch(url, { signal })
    .catch((cause: unknown) => {
      throw wrong('nothing answered', cause)
    })
    .finally(stop)
  await answer.body?.cancel()
  const type = answer.headers.get('content-type') ?? 'nothing with a type'
  if (!answer.ok) throw wrong(`the server answered ${answer.status}`)
  if (!/javascript|ecmascript/i.test(type)) throw wrong(`the server answered ${type}`)
}

async function within(limit: number, done: Promise<unknown>, late: () => void): Promise<void> {
  let stop = () => {}
  const over = new Promise<void>((resolve) => {
    stop = later(limit, resolve)
  }).then(late)
  await Promise.race([done, over]).finally(() => stop())
}

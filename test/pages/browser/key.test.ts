import { expect, onTestFinished, test } from 'vitest'

const url = new URL('./key-worker.ts', import.meta.url)

/** The first thing that a worker says. */
const saidBy = (worker: Worker | MessagePort) =>
  new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', (event) => resolve((event as MessageEvent<string>).data))
    worker.addEventListener('error', reject)
  })

const refusal = /^https:\/\/events\.example\.org InputError: apiKey: is not allowed in a browser page or its workers/

test('a client in a web worker refuses a key unless dangerouslyAllowBrowser is set', async () => {
  const worker = new Worker(url, { type: 'module' })
  onTestFinished(() => worker.terminate())
  expect(await saidBy(worker)).toMatch(refusal)
})

test('a client in a shared worker refuses a key unless dangerouslyAllowBrowser is set', async () => {
  const { port } = new SharedWorker(url, { type: 'module' })
  onTestFinished(() => port.close())
  port.start()
  expect(await saidBy(port)).toMatch(refusal)
})

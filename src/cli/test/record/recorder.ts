import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { certificateFailureOf, codeOf, connectionFailureOf } from '../../run/network-failures.ts'
import { type MessageOutput, note } from '../../terminal/messages.ts'
import { headersOf } from '../intercept/proxy.ts'
import type { Target } from '../intercept/target.ts'
import { isRead, jsonIn } from './exchange.ts'
import type { Recording } from './recording.ts'

/** A longer body passes, but is not compared. */
const maxBody = 16 * 1024 * 1024
/** Answers wait for their comparison in memory. With more than this, further ones are not compared. */
const maxWaiting = 64 * 1024 * 1024

/** Passes the requests of a program on to the service, and its answers back. Gives both to a recording. */
export class Recorder {
  readonly #target: Target
  readonly #recording: Recording
  readonly #allowsWrites: boolean
  readonly #io: MessageOutput
  readonly #told = new Set<string>()
  /** Comparisons run one after the other, in the order of the answers. */
  #queue: Promise<void> = Promise.resolve()
  #waiting = 0
  #open = 0
  readonly #closed = Promise.withResolvers<void>()
  #isEnded = false
  #isStopped = false

  constructor(target: Target, recording: Recording, allowsWrites: boolean, io: MessageOutput) {
    this.#target = target
    this.#recording = recording
    this.#allowsWrites = allowsWrites
    this.#io = io
  }

  /** Answers a request for the service. */
  readonly answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = 'GET' } = incoming
    const target = this.#pathOf(incoming.url ?? '/')
    if (target === undefined) end(outgoing, 421, 'this address is not of the recorded service')
    else if (isRead(method) || this.#allowsWrites) this.#passOn(incoming, outgoing, target)
    else this.#refuse(incoming, outgoing, target)
  }

  #refuse(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
    const refused = this.#recording.refuse(incoming.method ?? '', target)
    this.#tell(`${refused} was refused and did not reach the service; --writes lets writes through`)
    incoming.resume()
    outgoing.setHeader('Allow', 'GET, HEAD')
    end(outgoing, 405, `osdi-events record lets only GET and HEAD through; nothing was sent to the service`)
  }

  /** Prints a message once. */
  #tell(message: string): void {
    if (!this.#told.has(message)) note(this.#io, message)
    this.#told.add(message)
  }

  /** The path of a request, which may have the whole address. A key must not go to another origin. */
  #pathOf(url: string): string | undefined {
    if (url.startsWith('/')) return url
    const parsed = URL.parse(url)
    return parsed?.origin === this.#target.origin ? parsed.pathname + parsed.search : undefined
  }

  #passOn(incoming: IncomingMessage, outgoing: ServerResponse, path: string): void {
    const { host, port, isSecure } = this.#target
    const { method = 'GET' } = incoming
    this.#open += 1
    const options = { host, port, path, method, headers: headersOf(incoming), agent: false }
    // Not even NODE_TLS_REJECT_UNAUTHORIZED=0 lets the key go to a server that cannot show its certificate.
    const tls = { servername: isIP(host) ? '' : host, rejectUnauthorized: true }
    const sent = isSecure ? requestTls({ ...options, ...tls }) : request(options)
    const body = collect(incoming)
    let hasAnswer = false
    sent.once('response', (response) => {
      hasAnswer = true
      const answered = collect(response)
      response.once('close', () => {
        const reason = this.#add({ incoming, path, body: body(), response, answered: answered() })
        if (reason !== undefined) this.#recording.skip(reason)
        this.#settle()
      })
      const { statusCode = 502, statusMessage = '' } = response
      outgoing.writeHead(statusCode, statusMessage, headersOf(response))
      pipeline(response, outgoing, () => {})
    })
    sent.on('error', (error) => {
      incoming.socket.destroy()
      if (hasAnswer) return
      hasAnswer = true
      if (!outgoing.destroyed) this.#tellFailure(error)
      this.#recording.skip('no answer')
      this.#settle()
    })
    outgoing.once('close', () => sent.destroy())
    incoming.pipe(sent)
  }

  #tellFailure(error: Error): void {
    const code = codeOf(error)
    const { found = code ?? 'no connection' } = connectionFailureOf(code) ?? certificateFailureOf(code) ?? {}
    this.#tell(`the service did not answer: ${found}`)
  }

  #settle(): void {
    this.#open -= 1
    if (this.#open === 0 && this.#isEnded) this.#closed.resolve()
  }

  /** Plans a comparison. Returns why there is none. */
  #add({ incoming, path, body, response, answered }: Passed): string | undefined {
    const waiting = (body?.length ?? 0) + (answered?.length ?? 0)
    if (!response.complete) return 'the answer was cut short'
    if (!body || !answered) return 'a body was too long'
    if (this.#waiting + waiting > maxWaiting) return 'too many answers at once'
    const answer = decompressed(answered, response.headers['content-encoding'])
    if (answer === undefined) return 'the body has a compression that is not read'
    this.#waiting += waiting
    const { method = 'GET' } = incoming
    const exchange = {
      ...{ method, target: path, headers: singleHeaders(incoming), body: plainJson(body.toString()) },
      answer: { status: response.statusCode ?? 0, headers: singleHeaders(response), body: answer.toString() },
    }
    this.#queue = this.#queue.then(async () => {
      // Requests of the program come first.
      await setImmediate()
      if (this.#isStopped) this.#recording.skip('the time was over')
      else await this.#recording.add(exchange)
      this.#waiting -= waiting
    })
    return undefined
  }

  /** Resolves when all answers are compared, or after {@link stop}. */
  async end(): Promise<void> {
    this.#isEnded = true
    if (this.#open === 0) this.#closed.resolve()
    await this.#closed.promise
    await this.#queue
  }

  /** Compares no further answers. */
  stop(): void {
    this.#isStopped = true
    this.#closed.resolve()
  }
}

interface Passed {
  readonly incoming: IncomingMessage
  readonly path: string
  readonly body: Buffer | undefined
  readonly response: IncomingMessage
  readonly answered: Buffer | undefined
}

/** Collects a body while it passes. The result is undefined if the body is too long. */
function collect(stream: Readable): () => Buffer | undefined {
  let chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBody) chunks.push(chunk)
    else chunks = []
  })
  return () => (length <= maxBody ? Buffer.concat(chunks) : undefined)
}

/** JSON without escapes that it does not need: some programs escape each slash. */
const plainJson = (body: string): string => {
  const json = jsonIn(body)
  return json === undefined ? body : JSON.stringify(json)
}

const limit = { maxOutputLength: maxBody }

/** The body without compression; undefined if it cannot be read. */
function decompressed(body: Buffer, encoding = ''): Buffer | undefined {
  if (body.length === 0) return body
  try {
    if (encoding === '' || encoding === 'identity') return body
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body, limit)
    if (encoding === 'br') return brotliDecompressSync(body, limit)
    return encoding === 'deflate' ? inflateSync(body, limit) : undefined
  } catch {
    return undefined
  }
}

/** Headers by name. Node joins the values of most headers that are repeated. */
const singleHeaders = ({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

function end(outgoing: ServerResponse, status: number, error: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json' })
  outgoing.end(`${JSON.stringify({ error })}\n`)
}

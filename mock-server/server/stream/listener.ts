import type { ServerResponse } from 'node:http'
import type { Told } from './told.ts'

/** Characters that are sent at once, at least where there are so many. */
const chunk = 32_768

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** A comment: a sign of life. */
export const sign = ':\n\n'

/** Somebody who is told what happens, as fast as they read. */
export class StreamListener {
  readonly #response: ServerResponse
  readonly #told: Told
  readonly #fail: (error: unknown) => void

  /** Tells of itself where it can be told no more, and breaks off. */
  constructor(response: ServerResponse, told: Told, fail: (error: unknown) => void) {
    this.#response = response
    this.#told = told
    this.#fail = fail
    response.writeHead(200, headers)
    response.on('drain', () => this.tell())
    // Milliseconds until a browser comes again.
    response.write('retry: 1000\n\n')
  }

  /** Tells what is new, unless what was told before has not gone out yet. */
  tell(): void {
    try {
      while (!this.#response.writableNeedDrain && !this.#response.writableEnded) {
        const text = this.#texts()
        if (text === '') return
        this.#response.write(text)
      }
    } catch (error) {
      // Timers call this, and sockets do: thrown on, it would end the program.
      this.#response.end()
      this.#fail(error)
    }
  }

  /** Keeps the connection from looking dead. */
  beat(): void {
    if (!this.#response.writableNeedDrain && !this.#response.writableEnded) this.#response.write(sign)
  }

  /** Ends it at once: whoever does not read is not waited for. */
  end(): void {
    this.tell()
    if (this.#response.writableNeedDrain) this.#response.destroy()
    else this.#response.end()
  }

  #texts(): string {
    let text = ''
    while (text.length < chunk) {
      const news = this.#told.next()
      if (!news) break
      text += `id: ${news.id}\nevent: ${news.kind}\ndata: ${JSON.stringify(news)}\n\n`
    }
    return text
  }
}

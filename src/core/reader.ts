import * as z from 'zod/mini'
import { checked, infoOf, readJson } from './content.ts'
import type { Schemas } from './dialect.ts'
import type { HalResource } from './hal.ts'
import { rememberAll } from './memory.ts'
import type { OnInvalid } from './options.ts'
import type { Collection } from './page.ts'
import { readPage } from './page-answer.ts'
import type { Answer } from './try-once.ts'

const anyResource = z.looseObject({ _links: z.nullish(z.looseObject({})), _embedded: z.nullish(z.looseObject({})) })

/**
 * Turns answers into results: checked, but otherwise what the service sent, and remembered with the answer that they came from. What cannot be
 * one is a ContentError or a SchemaError.
 */
export class Reader<Event extends object, Page extends Collection<Event>> {
  readonly #schemas: Schemas
  readonly #namespace: string

  constructor(schemas: Schemas, namespace: string) {
    this.#schemas = schemas
    this.#namespace = namespace
  }

  event(answer: Answer): Event {
    return this.#remembered(checked<Event>(answer, readJson(answer), this.#schemas.event), answer)
  }

  page(answer: Answer, onInvalid: OnInvalid = 'throw'): Page {
    return this.#remembered(readPage<Page>(answer, this.#schemas.event, onInvalid), answer)
  }

  /** A resource of whatever kind. */
  resource(answer: Answer): HalResource {
    return this.#remembered(checked<HalResource>(answer, readJson(answer), anyResource), answer)
  }

  /** A success without a result: it need not say anything, but a login page with status 200 is none. */
  nothing(answer: Answer): void {
    if (answer.end !== 'whole' || answer.text.trim() !== '') readJson(answer)
  }

  #remembered<Result extends object>(result: Result, answer: Answer): Result {
    rememberAll(result, { namespace: this.#namespace, answer: infoOf(answer) })
    return result
  }
}

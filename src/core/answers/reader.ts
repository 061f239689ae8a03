import * as z from 'zod/mini'
import type { OnInvalid, Query } from '../arguments/call-options.ts'
import type { HalResource } from '../resources/hal.ts'
import { rememberAll } from '../resources/memory.ts'
import type { Collection } from '../resources/page.ts'
import type { Schemas } from '../schemas/dialect.ts'
import { lazily } from '../schemas/lazily.ts'
import type { DriftWatch } from '../watching/drift.ts'
import type { Answer } from './answer.ts'
import { checked, infoOf, readJson } from './content.ts'
import { readPage } from './page-answer.ts'

const anyResource = lazily(() =>
  z.looseObject({ _links: z.nullish(z.looseObject({})), _embedded: z.nullish(z.looseObject({})) }),
)

/**
 * Turns answers into results: checked, but otherwise what the service sent, and remembered with the answer that they came from. What cannot be
 * one is a ContentError or a SchemaError.
 */
export class Reader<Event extends object, Page extends Collection<Event>> {
  readonly #schemas: Schemas
  readonly #namespace: string
  readonly #drift: DriftWatch | undefined

  /** @param drift looks at every event and page, where anyone wants to know */
  constructor(schemas: Schemas, namespace: string, drift: DriftWatch | undefined) {
    this.#schemas = schemas
    this.#namespace = namespace
    this.#drift = drift
  }

  event(answer: Answer): Event {
    const event = checked<Event>(answer, readJson(answer), this.#schemas.event)
    this.#drift?.event(event, answer.url, answer.trace.redactor)
    return this.#remembered(event, answer)
  }

  page(answer: Answer, query: Query, onInvalid: OnInvalid = 'throw'): Page {
    const page = readPage<Page>(answer, this.#schemas.event, onInvalid)
    this.#drift?.page(page, answer.url, answer.trace.redactor, query)
    return this.#remembered(page, answer)
  }

  /** A resource of whatever kind. */
  resource(answer: Answer): HalResource {
    return this.#remembered(checked<HalResource>(answer, readJson(answer), anyResource()), answer)
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

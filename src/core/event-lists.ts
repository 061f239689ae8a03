import type { Connection } from './connection.ts'
import type { VersionTypes } from './dialect.ts'
import { type Filter, readFilter } from './filter.ts'
import { wallTime } from './http/timeout.ts'
import type { ChangesOptions, ListOptions, OnInvalid, PageOptions } from './list-options.ts'
import { ChangesCursor, ChangesPager, readSince } from './pagination/changes.ts'
import { rememberCheckpointOf } from './pagination/checkpoint.ts'
import { Pager } from './pagination/pager.ts'
import type { PagerOptions } from './pagination/pager-options.ts'
import { type Place, pagingOf, placeOf } from './paging.ts'
import { type ResolvedCallOptions, type ResolvedListOptions, readListOptions, readPageOptions } from './read-options.ts'
import type { DecodedPage } from './results/decode.ts'
import type { Collection } from './results/hal.ts'
import { bareId } from './url/references.ts'
import { withQuery } from './url/service-url.ts'

/** How far changes look back where nobody says otherwise, in milliseconds. */
const defaultOverlap = 300_000

type PageOf<V extends VersionTypes> = Collection<V['event']> & V['page']

/** The lists of a client: of all events of the key, or of one of its campaigns. */
export class EventLists<V extends VersionTypes> {
  readonly #connection: Connection<V>

  constructor(connection: Connection<V>) {
    this.#connection = connection
  }

  list(options: ListOptions<V['filter']> | undefined): Pager<V['event'], PageOf<V>> {
    const read = this.#read('list', options)
    return this.filtered(read, readFilter(options?.filter, this.#connection.dialect.filterable))
  }

  /** A list whose filter is read already. */
  filtered(
    read: ResolvedListOptions,
    filter: Filter | undefined,
    observe?: PagerOptions<PageOf<V>>['observe'],
  ): Pager<V['event'], PageOf<V>> {
    return new Pager({ ...this.#paging(read, filter), observe })
  }

  changes(options: ChangesOptions | undefined): ChangesPager<V['event'], PageOf<V>> {
    const { filterable, modified } = this.#connection.dialect
    const read = this.#read('changes', options)
    const { since, overlap = defaultOverlap } = options ?? {}
    const { scope } = this.#place(read)
    const from = since === undefined ? undefined : new Date(Math.max(0, readSince(since, scope) - overlap))
    const filter = from && readFilter({ [modified]: { gt: from } }, filterable)
    return new ChangesPager(this.#paging(read, filter), new ChangesCursor(since, scope, modified, wallTime))
  }

  async page(number: number, options: PageOptions | undefined): Promise<PageOf<V>> {
    const call = readPageOptions(options, number, this.#connection.options.defaults)
    const { url, scope } = this.#place({ call, campaign: options?.campaign })
    const address = withQuery(url, { page: number })
    const decoded = await this.#fetch(address, call)
    rememberCheckpointOf(decoded, address, scope)
    return decoded.page
  }

  #read(kind: 'list' | 'changes', options: ListOptions | undefined): ResolvedListOptions {
    return readListOptions(kind, options, this.#connection.options.defaults)
  }

  #paging(read: ResolvedListOptions, filter: Filter | undefined): PagerOptions<PageOf<V>> {
    return pagingOf(this.#connection, read, filter, this.#place(read, filter), (...page) => this.#fetch(...page))
  }

  #place({ call, campaign }: Pick<ResolvedListOptions, 'call' | 'campaign'>, filter?: Filter): Place {
    const { address, options } = this.#connection
    const id = campaign === undefined ? undefined : bareId(campaign, options.namespace, 'campaign')
    return placeOf(this.#connection, address.events(id), call, filter)
  }

  #fetch(url: URL, call: ResolvedCallOptions, onInvalid?: OnInvalid): Promise<DecodedPage<PageOf<V>>> {
    const { reader, transport } = this.#connection
    return transport.send({ method: 'GET', url }, call, (response) => reader.page(response, call.query, onInvalid))
  }
}

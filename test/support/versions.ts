import { EventsV1, EventsV2, type PagingReport, type UpsertResult } from 'osdi-events'

/** The members of a client that the tests of both versions use. Results are plain data. */
export interface AnyClient {
  list(options?: object): AnyPager
  changes(options?: object): AnyPager & { readonly cursor: string | undefined }
  find(identifier: unknown, options?: object): Promise<object | undefined>
  attendances(event: unknown, options?: object): AnyPager
  people(options?: object): AnyPager
  person(person: unknown, options?: object): Promise<object>
  attendance(event: unknown, attendance: unknown, options?: object): Promise<object>
  recordAttendance(event: unknown, attendance: unknown, options?: object): Promise<object>
  updateAttendance(attendance: unknown, changes: unknown, options?: object): Promise<object>
  upsert(event: object, options?: object): Promise<UpsertResult<object>>
  upserts(): Pick<AnyClient, 'upsert'>
  page(page: unknown, options?: object): Promise<object>
  get(event: unknown, options?: object): Promise<object>
  create(fields: object, options?: object): Promise<object>
  update(event: unknown, fields: object, options?: object): Promise<object>
  delete(event: unknown, options?: object): Promise<void>
  follow(link: unknown, options?: object): Promise<object>
  campaigns(options?: object): AnyPager
  campaign(campaign: unknown, options?: object): Promise<object>
  createCampaign(fields: unknown, options?: object): Promise<object>
  updateCampaign(campaign: unknown, changes: unknown, options?: object): Promise<object>
  checkKey(options?: object): Promise<boolean>
  entryPoint(options?: object): Promise<object>
  embed(event: unknown, options?: object): Promise<object>
}

/** The members of a pager that the tests of both versions use. */
export interface AnyPager extends AsyncIterable<object> {
  readonly report: PagingReport | undefined
  pages(): AnyPageIterator
  toArray(
    options: object,
  ): Promise<{ readonly items: readonly object[]; readonly more: boolean; readonly complete: boolean }>
}

/** The members of a page iterator that the tests of both versions use. */
export interface AnyPageIterator extends AsyncIterable<object>, AsyncDisposable {
  readonly report: PagingReport
  readonly checkpoint: string
  next(): Promise<IteratorResult<object, undefined>>
  return(): Promise<unknown>
}

/** Names of fields, in version 1 and in version 2. */
const names = {
  title: ['summary', 'title'],
  origin: ['originating_system', 'origin_system'],
  start: ['start', 'start_date'],
  created: ['created_at', 'created_date'],
  modified: ['modified_at', 'modified_date'],
  ofTheOther: ['title', 'summary'],
  notEditable: ['guestsCanInviteOthers', 'guests_can_invite_others'],
} as const

/** Ids of clauses, in version 1 and in version 2. */
const clauses = {
  content: ['v1 §1.6', 'v2 §1.7'],
  clock: ['v1 §2.1f', 'v2 §2.1g'],
  links: ['v1 §2.4a', 'v2 §2.5a'],
  collection: ['v1 §2.5', 'v2 §2.6a'],
  curies: ['v1 §2.5', 'v2 §2.6b'],
  status: ['v1 §3', 'v2 §3'],
  list: ['v1 §4b', 'v2 §4b'],
  campaign: ['v1 §4b', 'v2 §4c'],
  one: ['v1 §4b', 'v2 §4d'],
  required: ['v1 §4c', 'v2 §4e'],
  refusedDelete: ['v1 §4d', 'v2 §4f'],
  json: ['v1 §4e', 'v2 §4g'],
  write: ['v1 §4f', 'v2 §4h'],
  ids: ['v1 §4.1', 'v2 §4.1'],
  paging: ['v1 §4.2', 'v2 §4.3'],
  key: ['v1 §5.1', 'v2 §5.1'],
  path: ['v1 §9.1', 'v2 §9.1'],
} as const

type Pairs<Name extends string> = Readonly<Record<Name, readonly [string, string]>>
type Names<Name extends string> = Readonly<Record<Name, string>>

/** The names of one of the versions. */
const of = <Name extends string>(version: 0 | 1, pairs: Pairs<Name>): Names<Name> => {
  const own = Object.entries<readonly [string, string]>(pairs).map(([name, pair]) => [name, pair[version]])
  return Object.fromEntries(own) as Names<Name>
}

/** One version of the API, for tests that loop over both. */
export interface VersionUnderTest {
  readonly version: 'v1' | 'v2'
  /** Name of the header that carries the key, in lower case. */
  readonly header: string
  /** Name of the other version's key header. */
  readonly otherHeader: string
  /** The version's names of fields. */
  readonly names: Names<keyof typeof names>
  /** The minimum input for `create`. */
  readonly least: Readonly<Record<string, unknown>>
  /** Ids of the clauses, for titles. */
  readonly clauses: Names<keyof typeof clauses>
  /** A client with a key. Retries are off unless the options turn them on. */
  open(baseUrl: string, options?: object): AnyClient
  /** A client with exactly these options. */
  construct(options: object): AnyClient
}

/** The key of all clients that {@link VersionUnderTest.open} makes. */
export const apiKey = 'k3y-that-nobody-may-see'

const v1: VersionUnderTest = {
  version: 'v1',
  header: 'api-key',
  otherHeader: 'osdi-api-token',
  names: of(0, names),
  least: { summary: 'Choir evening', originating_system: 'Town Calendar' },
  clauses: of(0, clauses),
  open: (baseUrl, options = {}) => new EventsV1({ baseUrl, apiKey, retry: false, ...options }),
  construct: (options) => Reflect.construct(EventsV1, [options]) as EventsV1,
}

/** The version for tests in which the version does not matter. */
export const v2: VersionUnderTest = {
  version: 'v2',
  header: 'osdi-api-token',
  otherHeader: 'api-key',
  names: of(1, names),
  least: { title: 'Choir evening', origin_system: 'Town Calendar' },
  clauses: of(1, clauses),
  open: (baseUrl, options = {}) => new EventsV2({ baseUrl, apiKey, retry: false, ...options }),
  construct: (options) => Reflect.construct(EventsV2, [options]) as EventsV2,
}

/** Both versions. */
export const versions: readonly VersionUnderTest[] = [v1, v2]

export type { EventsClient } from './client.ts'
export type { Refusing, SetByTheService, VersionTypes } from './dialect.ts'
export {
  type AnyEventsError,
  type Attempt,
  ContentError,
  type ErrorCode,
  type ErrorDetails,
  EventsError,
  HttpError,
  InputError,
  type Issue,
  isEventsError,
  LinkError,
  NetworkError,
  type Outcome,
  SchemaError,
  TimeoutError,
} from './errors/error-classes.ts'
export type { Drift, OnDrift } from './observe/drift.ts'
export type {
  CallHook,
  ErrorHook,
  FailureHook,
  Hooks,
  RequestHook,
  ResponseHook,
  RetryHook,
} from './observe/hooks.ts'
export type { Logger, LogMethod } from './observe/logger.ts'
export type {
  ApiKey,
  AppInfo,
  CallOptions,
  ClientOptions,
  CreateOptions,
  HeadersLike,
  ListOptions,
  OnInvalid,
  PageOptions,
  Query,
  RateLimit,
  RetryOptions,
  SharedOptions,
  WriteOptions,
} from './options.ts'
export { checkpointOf } from './pagination/checkpoint.ts'
export type { PageIterator as Walk } from './pagination/page-iterator.ts'
export type { EventList, Pager, PagingReport as WalkReport, ToArrayOptions } from './pagination/pager.ts'
export type {
  Address,
  GeoPoint,
  Location,
  LocationChanges,
  NewGeoPoint,
  NewLocation,
  Reminder,
} from './results/fields.ts'
export {
  accuracies,
  isKnownAccuracy,
  isKnownReminderMethod,
  isKnownStatus,
  isKnownTransparence,
  isKnownVisibility,
  type KnownAccuracy,
  type KnownReminderMethod,
  type KnownStatus,
  type KnownTransparence,
  type KnownVisibility,
  type Open,
  reminderMethods,
  statuses,
  transparences,
  visibilities,
} from './results/fields.ts'
export {
  type Collection,
  type CollectionLinks,
  type Curie,
  docsOf,
  type EmbeddedIn,
  type EventOf,
  embeddedOf,
  eventsOf,
  type HalLike,
  type HalResource,
  type Link,
  linkOf,
  linksOf,
  type OneOrMany,
} from './results/hal.ts'
export { type Scheduled, type WallClock, wallClockOf } from './results/local-time.ts'
export { type Rejected, type ResponseInfo, rejectedOf, responseOf } from './results/metadata.ts'
export type { CreatorReference, PersonLike } from './url/references.ts'
export { type EventLike, type EventReference, type Identified, idOf, type Namespaced } from './url/references.ts'

export type { EventsClient } from './client.ts'
export type { Refusing, SetByTheService, ThisVersionCallsIt } from './dialect.ts'
export {
  AmbiguousError,
  type AnyEventsError,
  type Attempt,
  ContentError,
  type ErrorCode,
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
export type { AttendancesOptions, ChangesOptions, ListOptions, PageOptions } from './list-options.ts'
export type { Drift, OnDrift } from './observe/drift.ts'
export type {
  ErrorHook,
  Hooks,
  Logger,
  LogMethod,
  RequestHook,
  ResponseHook,
  RetryHook,
} from './observe/hooks.ts'
export type {
  ApiKey,
  AppInfo,
  CallOptions,
  ClientOptions,
  CreateOptions,
  RateLimit,
  RetryOptions,
  WriteOptions,
} from './options.ts'
export type { ChangesPager } from './pagination/changes.ts'
export { checkpointOf } from './pagination/checkpoint.ts'
export type { PageIterator } from './pagination/page-iterator.ts'
export type { EventList, Pager } from './pagination/pager.ts'
export type { PagingReport } from './pagination/report.ts'
export type { AttendancePage, Attendee, NewAttendance, NewAttendee } from './results/attendance.ts'
export type {
  GeoPoint,
  Location,
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
  type KnownStatus,
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
  embeddedOf,
  eventsOf,
  type HalResource,
  type Link,
  linkOf,
  linksOf,
  type OneOrMany,
} from './results/hal.ts'
export { type WallClock, wallClockOf } from './results/local-time.ts'
export { docsOf, type Rejected, type ResponseInfo, rejectedOf, responseOf } from './results/metadata.ts'
export { momentOf, wallClockAt } from './results/time-zone.ts'
export type { CreatorReference } from './url/references.ts'
export { type EventReference, idOf } from './url/references.ts'
export { type UpsertResult, unappliedOf } from './writes.ts'

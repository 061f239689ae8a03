export { checkpointOf } from './checkpoint.ts'
export type { EventsClient } from './client.ts'
export type { CreatorReference, PersonLike } from './creator.ts'
export type { Drift, OnDrift } from './drift.ts'
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
} from './enums.ts'
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
} from './errors.ts'
export { type Curie, docsOf, embeddedOf, type HalLike, type HalResource, type Link, linkOf, linksOf } from './hal.ts'
export type { Hooks } from './hooks.ts'
export { type EventLike, type EventReference, type Identified, idOf, type Namespaced } from './identifier.ts'
export { type Scheduled, type WallClock, wallClockOf } from './local-time.ts'
export type { Address, GeoPoint, Location, LocationChanges, NewGeoPoint, NewLocation } from './location.ts'
export type { Logger, LogMethod } from './log.ts'
export { type AnswerInfo, responseOf } from './memory.ts'
export type {
  ApiKey,
  CallOptions,
  ClientOptions,
  CreateOptions,
  HeadersLike,
  ListOptions,
  OnInvalid,
  PageOptions,
  Query,
  SharedOptions,
  WriteOptions,
} from './options.ts'
export { type Collection, type CollectionLinks, type EventOf, eventsOf } from './page.ts'
export type { EventList, Pager, ToArrayOptions } from './pager.ts'
export type { RateLimit } from './rate.ts'
export { type Rejected, rejectedOf } from './rejected.ts'
export type { Reminder } from './reminder.ts'
export type { RetryOptions } from './retry.ts'
export type { ErrorSeen, FailureSeen, RequestSeen, ResponseSeen, RetrySeen, Seen } from './seen.ts'
export type { AppInfo } from './user-agent.ts'
export type { Walk } from './walk.ts'
export type { WalkReport } from './walk-report.ts'

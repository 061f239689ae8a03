export type { CreatorReference, PersonLike } from './addresses/creator.ts'
export { type EventLike, type EventReference, type Identified, idOf, type Namespaced } from './addresses/identifier.ts'
export type {
  CallOptions,
  CreateOptions,
  ListOptions,
  OnInvalid,
  PageOptions,
  Query,
  WriteOptions,
} from './arguments/call-options.ts'
export type { ClientOptions } from './arguments/client-options.ts'
export type { Refusing, SetByTheService } from './arguments/refused.ts'
export type { HeadersLike, SharedOptions } from './arguments/shared-options.ts'
export type { AppInfo } from './arguments/user-agent.ts'
export type { EventsClient } from './client.ts'
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
} from './errors/errors.ts'
export type { RateLimit } from './pacing/rate.ts'
export type { RetryOptions } from './pacing/retry.ts'
export { checkpointOf } from './pages/checkpoint.ts'
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
} from './resources/enums.ts'
export {
  type Curie,
  docsOf,
  type EmbeddedIn,
  embeddedOf,
  type HalLike,
  type HalResource,
  type Link,
  linkOf,
  linksOf,
  type OneOrMany,
} from './resources/hal.ts'
export { type Scheduled, type WallClock, wallClockOf } from './resources/local-time.ts'
export type { Address, GeoPoint, Location, LocationChanges, NewGeoPoint, NewLocation } from './resources/location.ts'
export { type AnswerInfo, responseOf } from './resources/memory.ts'
export { type Collection, type CollectionLinks, type EventOf, eventsOf } from './resources/page.ts'
export { type Rejected, rejectedOf } from './resources/rejected.ts'
export type { Reminder } from './resources/reminder.ts'
export type { VersionTypes } from './resources/version-types.ts'
export type { ApiKey } from './secrecy/key.ts'
export type { EventList, Pager, ToArrayOptions } from './walking/pager.ts'
export type { Walk } from './walking/walk.ts'
export type { WalkReport } from './walking/walk-report.ts'
export type { Drift, OnDrift } from './watching/drift.ts'
export type { Hooks } from './watching/hooks.ts'
export type { Logger, LogMethod } from './watching/log.ts'
export type { ErrorSeen, FailureSeen, RequestSeen, ResponseSeen, RetrySeen, Seen } from './watching/seen.ts'

export type { Roster, RosterEntry } from './calls/roster.ts'
export type { Embed, EntryPoint } from './calls/service.ts'
export type { UpsertResult } from './calls/writes.ts'
export type { EventsClient } from './client.ts'
export {
  AmbiguousError,
  type AnyEventsError,
  type Attempt,
  type CallError,
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
  type ResponseError,
  SchemaError,
  TimeoutError,
} from './errors/error-classes.ts'
export {
  type AttendanceFields,
  type AttendanceLinks,
  type Attendee,
  type AttendeeEmailAddress,
  type AttendeePhoneNumber,
  type AttendeePostalAddress,
  type AttendeeProfile,
  attendanceStatuses,
  type Birthdate,
  type ContactStatus,
  type KnownAttendanceStatus,
  type OwnAttendanceFields,
  type OwnFieldsOfAttendance,
  type PersonFields,
  type ReferrerData,
} from './hal/attendance.ts'
export type {
  Address,
  GeoPoint,
  KnownAccuracy,
  KnownReminderMethod,
  KnownTransparence,
  KnownVisibility,
  Location,
  LocationChanges,
  NewGeoPoint,
  NewLocation,
  OwnEventLinks,
  Reminder,
} from './hal/fields.ts'
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
} from './hal/fields.ts'
export type {
  Collection,
  CollectionLinks,
  Curie,
  EmbeddedIn,
  EventOf,
  HalLike,
  HalResource,
  Link,
  OneOrMany,
  Paged,
  ResourcePage,
} from './hal/hal.ts'
export type {
  AttendanceLike,
  AttendanceReference,
  CampaignLike,
  CampaignReference,
  CreatorReference,
  EventLike,
  EventReference,
  EventSource,
  Identified,
  KeptEvent,
  PersonLike,
  PersonReference,
} from './hal/identified.ts'
export { type Scheduled, type WallClock, wallClockOf } from './hal/local-time.ts'
export { docsOf, issuesOf, rejectedOf, responseOf } from './hal/metadata.ts'
export type { AnyNamespace, Bare, Namespaced } from './hal/namespace.ts'
export type {
  AttendanceChanges,
  EditableAttendance,
  NewAttendance,
  NewAttendee,
  NewEmailAddress,
  NewPhoneNumber,
  NewPostalAddress,
  Sent,
  Triggers,
} from './hal/new-attendance.ts'
export { isPublic, type Publishable } from './hal/own-fields.ts'
export { embeddedOf, eventsOf, linkOf, linksOf } from './hal/relations.ts'
export { momentOf, wallClockAt } from './hal/time-zone.ts'
export type { ApiKey } from './options/api-key.ts'
export type { Drift, OnDrift } from './options/drift.ts'
export type {
  CallHook,
  ErrorHook,
  FailureHook,
  Hooks,
  Logger,
  LogMethod,
  RequestHook,
  ResponseHook,
  RetryHook,
} from './options/hooks.ts'
export type {
  ChangesOptions,
  CollectionOptions,
  ListOptions,
  PageOptions,
  PagesOptions,
  RosterOptions,
} from './options/list-options.ts'
export type { Kept, KeptPage, OnInvalid, OnInvalidResult } from './options/on-invalid.ts'
export type {
  AppInfo,
  AttendanceOptions,
  CallOptions,
  ClientOptions,
  CreateOptions,
  Fetch,
  FetchInit,
  FetchResponse,
  HeadersLike,
  Query,
  RateLimit,
  RetryOptions,
  SharedOptions,
  WriteOptions,
} from './options/options.ts'
export type { ChangesPager } from './pagination/changes.ts'
export { checkpointOf } from './pagination/checkpoint.ts'
export type { PageIterator } from './pagination/page-iterator.ts'
export type { EventList, Pager, ToArrayOptions } from './pagination/pager.ts'
export type { PagingReport } from './pagination/report.ts'
export type { EventCampaignFields, EventCampaignLinks } from './read/campaign.ts'
export { unappliedOf } from './read/unapplied.ts'
export { idOf } from './url/references.ts'
export type { Rejected, ResponseInfo } from './values/origin.ts'
export type { VersionTypes } from './version/dialect.ts'
export type { FilterTypesOf } from './version/field-list.ts'
export type { Comparison, Comparisons, ContactFilter, FilterOn, FilterType } from './version/filter.ts'

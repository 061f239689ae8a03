// Helpers, errors and types that need no client. This file is an entry point of the build, so that its modules become separate files. They contain no
// schema: a web page that imports one helper does not load zod or ky.
export { actionNetwork } from './action-network.ts'
export type { Rejected, ResponseInfo } from './core/base/origin.ts'
export type { Roster, RosterEntry } from './core/calls/roster.ts'
export type { Embed, EntryPoint } from './core/calls/service.ts'
export type { UpsertResult } from './core/calls/writes.ts'
export type { EventsClient } from './core/client/client.ts'
export type { VersionTypes } from './core/client/version-types.ts'
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
} from './core/errors/error-classes.ts'
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
} from './core/hal/attendance.ts'
export type { Drift, OnDrift } from './core/hal/drift.ts'
export type { EventCampaignFields, EventCampaignLinks } from './core/hal/event-campaign.ts'
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
} from './core/hal/event-fields.ts'
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
} from './core/hal/event-fields.ts'
export type { Comparison, Comparisons, ContactFilter, FilterOn, FilterType } from './core/hal/filter-types.ts'
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
} from './core/hal/hal.ts'
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
} from './core/hal/identified.ts'
export { idOf } from './core/hal/ids.ts'
export { type Scheduled, type WallClock, wallClockOf } from './core/hal/local-time.ts'
export { docsOf, issuesOf, rejectedOf, responseOf } from './core/hal/metadata.ts'
export type { AnyNamespace, Bare, Namespaced } from './core/hal/namespace.ts'
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
} from './core/hal/new-attendance.ts'
export { isPublic, type Publishable } from './core/hal/own-fields.ts'
export { embeddedOf, eventsOf, linkOf, linksOf } from './core/hal/relations.ts'
export { momentOf, wallClockAt } from './core/hal/time-zone.ts'
export { unappliedOf } from './core/hal/unapplied.ts'
export type { ApiKey } from './core/options/api-key.ts'
export type {
  AttendanceOptions,
  CallOptions,
  CreateOptions,
  HeadersLike,
  Kept,
  KeptPage,
  OnInvalid,
  OnInvalidResult,
  Query,
  RetryOptions,
  SharedOptions,
  WriteOptions,
} from './core/options/call-options.ts'
export type {
  AppInfo,
  ClientOptions,
  Fetch,
  FetchInit,
  FetchResponse,
  RateLimit,
} from './core/options/client-options.ts'
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
} from './core/options/hooks.ts'
export type {
  ChangesOptions,
  CollectionOptions,
  ListOptions,
  PageOptions,
  PagesOptions,
  RosterOptions,
} from './core/options/list-options.ts'
export type { ChangesPager } from './core/paging/changes.ts'
export { checkpointOf } from './core/paging/checkpoint.ts'
export type { PageIterator } from './core/paging/page-iterator.ts'
export type { EventList, Pager, ToArrayOptions } from './core/paging/pager.ts'
export type { PagingReport } from './core/paging/report.ts'
export type { FilterTypesOf } from './core/schema/field-list.ts'
export {
  type EventCampaignSponsorV2,
  type OwnFieldsOfEventCampaignV1,
  type OwnFieldsOfEventCampaignV2,
  type OwnFieldsV1,
  type OwnFieldsV2,
  ownOf,
  type SponsorV1,
  type SponsorV2,
} from './own-fields.ts'

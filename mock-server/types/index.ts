export type {
  MockCampaign,
  MockGroup,
  MockKey,
  MockPerson,
  MockTokens,
  NewCampaign,
  NewGroup,
  NewKey,
  NewPerson,
  Seeded,
} from './accounts.ts'
export type { AttendanceStatus, KeyReference, OperationName, Reference, Timestamp, Version, WithId } from './common.ts'
export type {
  AddEventOptions,
  AttendOptions,
  EventReference,
  MockAttendance,
  MockEvent,
  MockEventChanges,
  NewMockEvent,
} from './events.ts'
export type {
  AddedFault,
  Fault,
  FaultEffect,
  FaultKind,
  FaultRule,
  MockFaults,
} from './faults.ts'
export type { StreamMessage } from './feed.ts'
export type { Geocode, MockServiceOptions, Place, PlaceQuery } from './options.ts'
export type {
  DashboardEntry,
  DueReminder,
  DueReminders,
  MessageQuery,
  MessageRow,
  MessageRows,
  MessageText,
  OutboxMessage,
  ReminderQuery,
  TargetingEntry,
} from './outbox.ts'
export type {
  EventColumn,
  EventCount,
  EventQuery,
  EventRow,
  EventRows,
  EventVersions,
  ListedKey,
  ListOwner,
  MockOverview,
  NamePair,
  PeopleQuery,
  PeopleRows,
  Preview,
  WeekCount,
} from './queries.ts'
export type { RequestFilter, RequestLog, RequestLogEntry } from './requests.ts'
export type { MockClock, MockService, MockSnapshot } from './service.ts'
export type { MockState } from './state.ts'

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
  SeededKeys,
} from './types/accounts.ts'
export type { KeyReference, OperationName, Reference, Timestamp, Version, WithId, WithToken } from './types/common.ts'
export type {
  AddEventOptions,
  EventReference,
  MockAttendance,
  MockEvent,
  MockEventChanges,
  NewMockEvent,
  WithIdentifiers,
} from './types/events.ts'
export type {
  EchoKeyEffect,
  FaultEffect,
  FaultKind,
  HtmlEffect,
  LatencyEffect,
  MillisecondRange,
  NewEventsEffect,
  NextEffect,
  RateLimitEffect,
  RedirectEffect,
  ResetEffect,
  ShapeEffect,
  SpoiltEffect,
  StatusEffect,
} from './types/fault-effects.ts'
export type { AddedFault, Fault, FaultRule, MockFaults } from './types/faults.ts'
export type { Geocode, Place, PlaceQuery } from './types/geocode.ts'
export type { JournalEntry, RequestFilter, RequestJournal } from './types/journal.ts'
export type {
  EventColumn,
  EventQuery,
  EventRow,
  EventRows,
  EventVersions,
  LookedAt,
  NamePair,
} from './types/look.ts'
export type {
  DueReminder,
  DueReminders,
  MessageQuery,
  MessageRow,
  MessageRows,
  MessageText,
  ReminderQuery,
} from './types/mail.ts'
export type {
  ClockNews,
  FaultsNews,
  JournalNews,
  MockNews,
  News,
  RequestNews,
  StartNews,
  StateNews,
} from './types/news.ts'
export type { MockServiceOptions } from './types/options.ts'
export type { EventCount, ListOwner, MockOverview, WeekCount } from './types/overview.ts'
export type { MockClock, MockService } from './types/service.ts'
export type { MockSnapshot } from './types/snapshot.ts'
export type {
  MockState,
  StateAttendance,
  StateCampaign,
  StateClock,
  StateEvent,
  StateGroup,
  StateKey,
  StateLocation,
  StateMessage,
  StatePerson,
  StateReminded,
} from './types/state.ts'
export type { DashboardEntry, OutboxMessage, TargetingEntry } from './types/views.ts'
export type { ListedKey, PeopleQuery, PeopleRows } from './types/who.ts'

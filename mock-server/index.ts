/**
 * The whole events service in memory, as one `fetch` function. It needs no other package.
 *
 * @module osdi-events/mock
 */
export { type Assumptions, defaultAssumptions, type MockRateLimit } from './assumptions.ts'
export { createMockService } from './create.ts'
export { MockServiceError, type MockServiceErrorCode } from './errors.ts'
export { RequestAssertionError } from './journal/assertion.ts'
export type {
  AddEventOptions,
  DashboardEntry,
  EventReference,
  Geocode,
  JournalEntry,
  KeyReference,
  MockAttendance,
  MockCampaign,
  MockClock,
  MockEvent,
  MockGroup,
  MockKey,
  MockPerson,
  MockService,
  MockServiceOptions,
  MockSnapshot,
  MockState,
  NewCampaign,
  NewGroup,
  NewKey,
  NewMockEvent,
  NewPerson,
  OutboxMessage,
  Place,
  PlaceQuery,
  Reference,
  RequestFilter,
  RequestJournal,
  Seeded,
  SeededKeys,
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
  TargetingEntry,
  Timestamp,
  Version,
  WithId,
  WithIdentifiers,
  WithToken,
} from './types.ts'

export * from '../core/index.ts'
export { EventsV2 } from './events.ts'
export type {
  EventChangesV2,
  EventV2,
  NewEventV2,
  PageV2,
  SponsorV2,
} from './types.ts'

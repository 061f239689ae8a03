import type { KnownReminderMethod, Open } from './enums.ts'

/** A reminder to the people who come (v1 §2.1, v2 §2.3). Set by the service. */
export interface Reminder {
  /** Always `email` in the documents. */
  method?: Open<KnownReminderMethod> | null
  /** Minutes before the event's local start; always 1440 in the documents. */
  minutes?: number | null
}

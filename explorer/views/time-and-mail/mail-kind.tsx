import type { OutboxMessage } from 'osdi-events/mock'
import { Chip } from '../../parts/chip.tsx'

/** What a message is for. */
export const MailKind = ({ kind }: Pick<OutboxMessage, 'kind'>) => (
  <Chip tone={kind === 'reminder' ? 'info' : 'good'}>{kind}</Chip>
)

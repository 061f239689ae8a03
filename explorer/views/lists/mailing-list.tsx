import type { ListOwner } from 'osdi-events/mock'
import { PeopleRows } from '../../parts/people-rows.tsx'
import { Empty } from '../../parts/state.tsx'
import { count } from '../../text/count.ts'

/** The people on an e-mail list (v1 §4.5, v2 §4.7). */
export const MailingList = ({ owner: { id, kind, title, people } }: { readonly owner: ListOwner }) => (
  <>
    <p class="prose-line">
      {people === 1 ? 'One person is' : `${count(people)} people are`} on this list.{' '}
      {kind === 'group'
        ? `Whoever acts on an event of ${title} joins it.`
        : `Whoever acts on an event that ${title} was named as the creator of joins it, and so does whoever acts on an event of the person's own account.`}
    </p>
    <PeopleRows
      label="E-mail list"
      query={{ list: id }}
      none={<Empty title="Nobody is on this list yet">The first RSVP puts somebody here.</Empty>}
    />
  </>
)

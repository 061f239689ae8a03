import type { ListOwner } from 'osdi-events/mock'
import { hrefOf } from '../../routing/route.ts'

const tabs = [
  ['targeting', 'Targeting'],
  ['dashboard', 'Dashboard'],
  ['e-mail', 'E-mail list'],
] as const

/** Which list of somebody's is looked at. */
export type Tab = (typeof tabs)[number][0]

/** The list of an address; targeting where it names none. */
export const tabOf = (name: string | undefined): Tab => tabs.find(([each]) => each === name)?.[0] ?? 'targeting'

/** Links to the lists of a group or person. */
export const Tabs = ({ owner, current }: { readonly owner: ListOwner; readonly current: Tab }) => (
  <nav class="tabs" aria-label={`Lists of ${owner.title}`}>
    {tabs.map(([name, title]) => (
      <a key={name} href={hrefOf(['lists', owner.id, name])} aria-current={name === current ? 'page' : undefined}>
        {title}
      </a>
    ))}
  </nav>
)

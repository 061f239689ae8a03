import type { MockOverview } from 'osdi-events/mock'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'

/** How much there is of what. */
export function Figures({ overview }: { readonly overview: MockOverview }) {
  const { events, rsvps, people, groups, campaigns } = overview
  const figures: readonly (readonly [string, number, string?])[] = [
    ['Events', events, hrefOf(['events'])],
    ['RSVPs', rsvps, hrefOf(['events'], { attended: 'true', sort: '-rsvps' })],
    ['People', people],
    ['Groups', groups],
    ['Campaigns', campaigns],
  ]
  return (
    <dl class="figures">
      {figures.map(([name, number, href]) => (
        <div key={name} class="card">
          <dt>{name}</dt>
          <dd>{href === undefined ? count(number) : <a href={href}>{count(number)}</a>}</dd>
        </div>
      ))}
    </dl>
  )
}

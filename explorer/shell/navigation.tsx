import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { hrefOf } from '../routing/route.ts'
import { views } from '../views/index.ts'

/** Links to every view. */
export function Navigation({ current }: { readonly current: string }) {
  const list = useRef<HTMLElement>(null)
  // Narrow screens have room for some of them; they stand still once they are seen.
  useLayoutEffect(
    () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [current],
  )
  return (
    <nav ref={list} class="nav" aria-label="Views">
      <ul>
        {views.map(
          ({ name, title, icon, Badge }) =>
            icon !== undefined && (
              <li key={name}>
                <a href={hrefOf([name])} aria-current={name === current ? 'page' : undefined}>
                  <Icon path={icon} />
                  {title}
                  {Badge && <Badge />}
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

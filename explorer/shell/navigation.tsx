import { Icon } from '../parts/icon.tsx'
import { hrefOf } from '../routing/route.ts'
import { views } from '../views/index.ts'

/** Links to every view. */
export const Navigation = ({ current }: { readonly current: string }) => (
  <nav class="nav" aria-label="Views">
    <ul>
      {views.map(
        ({ name, title, icon }) =>
          icon !== undefined && (
            <li key={name}>
              <a href={hrefOf([name])} aria-current={name === current ? 'page' : undefined}>
                <Icon path={icon} />
                {title}
              </a>
            </li>
          ),
      )}
    </ul>
  </nav>
)

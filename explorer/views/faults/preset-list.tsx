import { hrefOf } from '../../routing/route.ts'
import { presets } from './presets.ts'

/** The common troubles, each a form that is filled in. */
export const PresetList = () => (
  <section aria-labelledby="presets-title">
    <h2 id="presets-title">Common troubles</h2>
    <ul class="presets">
      {presets.map(({ name, title, does }) => (
        <li key={name}>
          <a class="preset" href={hrefOf(['faults', 'new'], { preset: name })}>
            <strong>{title}</strong>
            <span>{does}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

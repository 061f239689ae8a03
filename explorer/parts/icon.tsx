/** A drawing beside a text that says the same; whoever cannot see it misses nothing. */
export const Icon = ({ path }: { readonly path: string }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
)

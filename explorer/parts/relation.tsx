import { hrefOf } from '../routing/route.ts'

/** The name of a relation, which leads to what it means. */
export const Relation = ({ name }: { readonly name: string }) => (
  <a class="relation mono" href={hrefOf(['relations', name])}>
    {name}
  </a>
)

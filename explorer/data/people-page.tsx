import { FilterChip } from '../components/button.tsx'
import { type Field, FormButton, type Values } from '../components/form.tsx'
import { PageHeader } from '../components/frame.tsx'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf, navigateFrom } from '../state/route.ts'
import { changesOf } from './changes.ts'
import { nameOf, People } from './people.tsx'

export const personFields: readonly Field[] = [
  { name: 'given_name', label: 'Given name' },
  { name: 'family_name', label: 'Family name' },
  { name: 'email_address', label: 'E-mail', type: 'email' },
  { name: 'phone_number', label: 'Phone', type: 'tel' },
  { name: 'postal_code', label: 'Postal code' },
]

/** All people, or those with a tag. */
export function PeoplePage({ tag }: { readonly tag: string | undefined }) {
  return (
    <>
      <PageHeader title="People">
        <NewPerson />
      </PageHeader>
      {tag !== undefined && <TagFilter id={tag} />}
      <People label="People" query={tag === undefined ? {} : { tag }} />
    </>
  )
}

function TagFilter({ id }: { readonly id: string }) {
  const { value } = useLoaded('tags', () => admin.tags())
  return (
    <p>
      <FilterChip name="tag" href={hrefOf(['data', 'people'])}>
        tag: {value?.find((tag) => tag.id === id)?.name ?? id}
      </FilterChip>
    </p>
  )
}

function NewPerson() {
  const add = async (values: Values) => {
    const open = navigateFrom()
    const person = await admin.addPerson(changesOf(personFields, values))
    open(hrefOf(['data', 'people', person.id]), `${nameOf(person)} was added`)
  }
  return (
    <FormButton
      label="New person"
      opener="primary"
      title="New person"
      submit="Add the person"
      fields={personFields}
      onSubmit={add}
    >
      <p class="note">The service makes up a name, an e-mail address and a postal code that you leave empty.</p>
    </FormButton>
  )
}

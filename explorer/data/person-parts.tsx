import type { MockPerson, MockPersonChanges } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Select } from '../components/field.tsx'
import { type Field, FormDialog, type Values } from '../components/form.tsx'
import { ErrorMessage, Facts } from '../components/frame.tsx'
import { admin } from '../state/admin.ts'
import { useAction, useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'

interface PartProps {
  readonly person: MockPerson
}

/** Changes a person at once. */
function useChange({ id }: MockPerson) {
  const { error, run } = useAction()
  return { error, change: (changes: MockPersonChanges) => void run(() => admin.updatePerson(id, changes)) }
}

/** The tags of a person. Each can be removed, and others can be added. */
export function PersonTags({ person }: PartProps) {
  const { tags = [] } = person
  const { value: all = [] } = useLoaded('tags', () => admin.tags())
  const { error, change } = useChange(person)
  const others = all.filter(({ id }) => !tags.some((tag) => tag.id === id))
  return (
    <section class="card">
      <h2>Tags</h2>
      <ul class="row" aria-label="Tags">
        {tags.map(({ id, name }) => (
          <li key={id} class="row tag">
            <a class="chip info" href={hrefOf(['data', 'people'], { tag: id })}>
              {name}
            </a>
            <Button
              label={`Remove the tag ${name}`}
              onClick={() => change({ tags: tags.filter((tag) => tag.id !== id) })}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      {tags.length === 0 && <p class="muted small">No tags</p>}
      {others.length > 0 && (
        <Select
          label="Add a tag"
          value=""
          options={[['', 'Add a tag …'], ...others.map(({ id, name }) => [id, name] as const)]}
          onChange={(tag) => tag !== '' && change({ tags: [...tags, tag] })}
        />
      )}
      {all.length === 0 && (
        <p class="small">
          <a href={hrefOf(['data', 'tags'])}>Make the first tag</a>
        </p>
      )}
      <ErrorMessage error={error} />
    </section>
  )
}

/** The custom fields of a person. Each can be changed or removed, and others can be added. */
export function CustomFields({ person }: PartProps) {
  const entries = Object.entries(person.custom_fields ?? {})
  const [edited, setEdited] = useState<readonly [name: string, value: string]>()
  const { error, change } = useChange(person)
  return (
    <section class="card">
      <h2>Custom fields</h2>
      <Facts
        of={Object.fromEntries(
          entries.map(([name, value]) => [
            name,
            <span class="spread">
              <span>{value}</span>
              <span class="row tag">
                <Button label={`Change ${name}`} onClick={() => setEdited([name, value])}>
                  Change
                </Button>
                <Button label={`Remove ${name}`} onClick={() => change({ custom_fields: { [name]: null } })}>
                  ×
                </Button>
              </span>
            </span>,
          ]),
        )}
      />
      {entries.length === 0 && <p class="muted small">No custom fields</p>}
      <Button onClick={() => setEdited(['', ''])}>Add a field …</Button>
      <ErrorMessage error={error} />
      {edited && (
        <FieldDialog person={person} name={edited[0]} value={edited[1]} onClose={() => setEdited(undefined)} />
      )}
    </section>
  )
}

interface FieldDialogProps extends PartProps {
  /** Empty for a new field. */
  readonly name: string
  readonly value: string
  readonly onClose: () => void
}

function FieldDialog({ person, name, value, onClose }: FieldDialogProps) {
  const nameField: readonly Field[] = name === '' ? [{ name: 'name', label: 'Name' }] : []
  const save = (values: Values) => {
    const field = name || (values.name ?? '').trim()
    if (field === '') throw new Error('The field needs a name')
    return admin.updatePerson(person, { custom_fields: { [field]: values.value ?? '' } })
  }
  return (
    <FormDialog
      title={name === '' ? 'New custom field' : `Change ${name}`}
      submit="Save"
      fields={[...nameField, { name: 'value', label: 'Value', value }]}
      onSubmit={async (values) => save(values)}
      onClose={onClose}
    />
  )
}

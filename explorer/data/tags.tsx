import type { MockTag } from 'osdi-events/mock'
import { FormButton, type Values } from '../components/form.tsx'
import { Empty, LoadStatus, PageHeader } from '../components/frame.tsx'
import { type Column, Table } from '../components/table.tsx'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { useOwners } from './event-forms.tsx'

const columns: readonly Column<MockTag>[] = [
  {
    name: 'title',
    title: 'Name',
    cell: ({ id, name }) => (
      <a class="row-link" href={hrefOf(['data', 'people'], { tag: id })}>
        {name}
      </a>
    ),
  },
  { name: 'id', title: 'Id', cell: ({ id }) => <span class="mono">{id}</span> },
]

/** All tags. Each links to the people who have the tag. */
export function TagsPage() {
  const tags = useLoaded('tags', () => admin.tags())
  return (
    <>
      <PageHeader title="Tags">
        <NewTag />
      </PageHeader>
      <LoadStatus of={tags} />
      {tags.value?.length === 0 && <Empty title="No tags yet">RSVPs add tags to people by their names.</Empty>}
      {tags.value && tags.value.length > 0 && <Table label="Tags" columns={columns} rows={tags.value} />}
    </>
  )
}

function NewTag() {
  const { keys, owner } = useOwners()
  const add = async ({ name = '', key }: Values) => {
    await admin.addTag({ name, key: keys?.[Number(key)]?.token ?? '' })
    showToast(`The tag ${name} was made`)
  }
  return (
    <FormButton
      label="New tag"
      opener="primary"
      disabled={!keys}
      title="New tag"
      submit="Make the tag"
      fields={[{ name: 'name', label: 'Name' }, owner]}
      onSubmit={add}
    />
  )
}

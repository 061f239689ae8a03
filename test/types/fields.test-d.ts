import { expectTypeOf, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import type { FieldsOf, RenamedIn, Unprefixed } from '../../src/core/schema/field-list.ts'
import { rowsFor } from '../../src/core/schema/rows.ts'
import { flag, integer, maybe, objectOf, text } from '../../src/core/schema/schemas.ts'
import type * as a1 from '../../src/v1/attendance-rows.ts'
import type * as c1 from '../../src/v1/campaigns.ts'
import type * as v1 from '../../src/v1/event-rows.ts'
import type * as p1 from '../../src/v1/person-rows.ts'
import type * as a2 from '../../src/v2/attendance-rows.ts'
import type * as c2 from '../../src/v2/campaigns.ts'
import type * as v2 from '../../src/v2/event-rows.ts'
import type * as p2 from '../../src/v2/person-rows.ts'

type Inverse<Names extends Readonly<Record<string, PropertyKey>>> = {
  readonly [Name in keyof Names as Names[Name]]: Name
}
type OnlyHere<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly other: null } ? Name : never
}[keyof Table]

test('the field tables of both versions agree on renamed fields, and on fields that only version 2 has', () => {
  expectTypeOf<RenamedIn<typeof v1.eventFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof v2.eventFields>>>()
  expectTypeOf<RenamedIn<typeof a1.attendanceFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof a2.attendanceFields>>>()
  expectTypeOf<RenamedIn<typeof p1.personFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof p2.personFields>>>()
  expectTypeOf<RenamedIn<typeof c1.campaignFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof c2.campaignFields>>>()
  expectTypeOf<OnlyHere<typeof v2.eventFields>>().toEqualTypeOf<(typeof v1.unsupported)[number]>()
  expectTypeOf<OnlyHere<typeof v1.eventFields>>().toBeNever()
})

test('the field tables of both versions have all fields in common that are not renamed or only in version 2', () => {
  type Shared<Table> = {
    [Name in keyof Table]: Table[Name] extends { readonly other: unknown } ? never : Name
  }[keyof Table]
  expectTypeOf<Shared<typeof v1.eventFields>>().toEqualTypeOf<Shared<typeof v2.eventFields>>()
  expectTypeOf<Shared<typeof c1.campaignFields>>().toEqualTypeOf<Shared<typeof c2.campaignFields>>()
  expectTypeOf<Shared<typeof a1.attendanceFields>>().toEqualTypeOf<Shared<typeof a2.attendanceFields>>()
})

interface Read {
  id: string
  count?: number | null
  place?: { town?: string | null } | null
}
interface Own {
  'platform:hidden'?: boolean | null
}
interface New {
  readonly count?: number | undefined
}
type List = FieldsOf<Read, Own, New>
const id = { filterType: 'text' } as const
const count = { filterType: 'number', sent: 'optional' } as const
const hidden = { own: true } as const
const list = { id, count, place: {}, hidden } as const

test('FieldsOf requires an entry for each member of the handwritten types, with its filter type and flags', () => {
  expectTypeOf(list).toExtend<List>()
  // @ts-expect-error a member without an entry
  ;({ id, count, place: {} }) satisfies List
  // @ts-expect-error an entry without a member
  ;({ ...list, more: {} }) satisfies List
  // @ts-expect-error another filter type
  ;({ ...list, count: { filterType: 'text', sent: 'optional' } }) satisfies List
  // @ts-expect-error a filter can compare it
  ;({ ...list, id: {} }) satisfies List
  // @ts-expect-error no filter can compare it
  ;({ ...list, place: { filterType: 'text' } }) satisfies List
  // @ts-expect-error it has a prefix
  ;({ ...list, hidden: {} }) satisfies List
  // @ts-expect-error it has no prefix
  ;({ ...list, place: { own: true } }) satisfies List
  // @ts-expect-error it can be sent
  ;({ ...list, count: { filterType: 'number' } }) satisfies List
  // @ts-expect-error a create does not need it
  ;({ ...list, count: { ...count, sent: 'required' } }) satisfies List
  // @ts-expect-error it cannot be sent
  ;({ ...list, id: { ...id, sent: 'required' } }) satisfies List
})

const town = objectOf<NonNullable<Read['place']>>()({ town: maybe(text) })
const types = { id: text, place: maybe(town), hidden: maybe(flag) }
const rows = rowsFor<Unprefixed<Read & Own>>()

test('rowsFor requires schemas that match the handwritten types, except for plain fields', () => {
  rows(list, types)
  // @ts-expect-error a schema is missing: the field is never null
  rows(list, { place: maybe(town), hidden: maybe(flag) })
  // @ts-expect-error a schema is missing: the field is no plain value
  rows(list, { id: text, hidden: maybe(flag) })
  // @ts-expect-error a schema without a field
  rows(list, { ...types, more: text })
  // @ts-expect-error a schema of another type
  rows(list, { ...types, hidden: maybe(text) })
  // @ts-expect-error the schema accepts null, and the type does not
  rows(list, { ...types, id: maybe(text) })
  // @ts-expect-error the type accepts null, and the schema does not
  rows(list, { ...types, hidden: flag })
})

test('objectOf requires a schema for each member of a handwritten type', () => {
  const read = objectOf<Pick<Read, 'id' | 'count'>>()
  expectTypeOf(read({ id: text, count: maybe(integer) })).toEqualTypeOf<ZodMiniType<Pick<Read, 'id' | 'count'>>>()
  // @ts-expect-error a schema is missing
  read({ id: text })
  // @ts-expect-error a schema without a member
  read({ id: text, count: maybe(integer), more: text })
  // @ts-expect-error a schema of another type
  read({ id: text, count: maybe(text) })
  // @ts-expect-error the schema accepts null, and the type does not
  read({ id: maybe(text), count: maybe(integer) })
  // @ts-expect-error the type accepts null, and the schema does not
  read({ id: text, count: integer })
})

import { expectTypeOf, test } from 'vitest'
import type { FilterableIn, RenamedIn, TableOf } from '../../src/core/version/fields.ts'
import type * as campaignsV1 from '../../src/v1/campaigns.ts'
import type * as v1 from '../../src/v1/fields.ts'
import type * as r1 from '../../src/v1/resources.ts'
import type * as campaignsV2 from '../../src/v2/campaigns.ts'
import type * as v2 from '../../src/v2/fields.ts'
import type * as r2 from '../../src/v2/resources.ts'

type Inverse<Names extends Readonly<Record<string, PropertyKey>>> = {
  readonly [Name in keyof Names as Names[Name]]: Name
}
/** An intersection as one object type. */
type Expanded<Type> = { readonly [Name in keyof Type]: Type[Name] }
type OnlyHere<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly other: null } ? Name : never
}[keyof Table]

test('the field tables of both versions agree on renamed fields, and on fields that only version 2 has', () => {
  expectTypeOf<RenamedIn<typeof v1.eventFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof v2.eventFields>>>()
  expectTypeOf<RenamedIn<typeof v1.attendanceFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof v2.attendanceFields>>>()
  expectTypeOf<RenamedIn<typeof r1.personFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof r2.personFields>>>()
  expectTypeOf<RenamedIn<typeof campaignsV1.eventCampaignFields>>().toEqualTypeOf<
    Inverse<RenamedIn<typeof campaignsV2.eventCampaignFields>>
  >()
  expectTypeOf<OnlyHere<typeof v2.eventFields>>().toEqualTypeOf<(typeof v1.unsupported)[number]>()
  expectTypeOf<OnlyHere<typeof v1.eventFields>>().toBeNever()
})

test('the handwritten types of filters match the field tables', () => {
  expectTypeOf<Expanded<FilterableIn<typeof v1.eventFields>>>().toEqualTypeOf<v1.FilterKindsV1>()
  expectTypeOf<Expanded<FilterableIn<typeof v2.eventFields>>>().toEqualTypeOf<v2.FilterKindsV2>()
  expectTypeOf<Expanded<FilterableIn<typeof v1.attendanceFields>>>().toEqualTypeOf<v1.AttendanceFilterKindsV1>()
  expectTypeOf<Expanded<FilterableIn<typeof v2.attendanceFields>>>().toEqualTypeOf<v2.AttendanceFilterKindsV2>()
  type CampaignsV1 = Expanded<FilterableIn<typeof campaignsV1.eventCampaignFields>>
  expectTypeOf<CampaignsV1>().toEqualTypeOf<campaignsV1.EventCampaignFilterKindsV1>()
  type CampaignsV2 = Expanded<FilterableIn<typeof campaignsV2.eventCampaignFields>>
  expectTypeOf<CampaignsV2>().toEqualTypeOf<campaignsV2.EventCampaignFilterKindsV2>()
  expectTypeOf<Expanded<FilterableIn<typeof r1.personFields>>>().toEqualTypeOf<v1.PersonFilterKindsV1>()
  expectTypeOf<Expanded<FilterableIn<typeof r2.personFields>>>().toEqualTypeOf<v2.PersonFilterKindsV2>()
})

test('the field tables of both versions have all fields in common that are not renamed or only in version 2', () => {
  type Shared<Table> = {
    [Name in keyof Table]: Table[Name] extends { readonly other: unknown } ? never : Name
  }[keyof Table]
  expectTypeOf<Shared<typeof v1.eventFields>>().toEqualTypeOf<Shared<typeof v2.eventFields>>()
  expectTypeOf<Shared<typeof campaignsV1.eventCampaignFields>>().toEqualTypeOf<
    Shared<typeof campaignsV2.eventCampaignFields>
  >()
  expectTypeOf<Shared<typeof v1.attendanceFields>>().toEqualTypeOf<Shared<typeof v2.attendanceFields>>()
})

interface Read {
  id: string
  count?: number | null
}
interface Own {
  'platform:hidden'?: boolean | null
}
interface New {
  readonly count?: number | undefined
}
type Held = TableOf<Read, Own, New>
const id = { kind: 'text', nullable: false } as const
const count = { kind: 'integer', sent: 'optional' } as const
const hidden = { kind: 'flag', own: true } as const

test('TableOf requires a row for each member of the handwritten types, with its kind and flags', () => {
  expectTypeOf({ id, count, hidden }).toExtend<Held>()
  // @ts-expect-error a member without a row
  ;({ id, count }) satisfies Held
  // @ts-expect-error a row without a member
  ;({ id, count, hidden, more: { kind: 'text' } }) satisfies Held
  // @ts-expect-error another kind
  ;({ id, count: { kind: 'text', sent: 'optional' }, hidden }) satisfies Held
  // @ts-expect-error it is never null
  ;({ id: { kind: 'text' }, count, hidden }) satisfies Held
  // @ts-expect-error it may be null
  ;({ id, count: { ...count, nullable: false }, hidden }) satisfies Held
  // @ts-expect-error it has a prefix
  ;({ id, count, hidden: { kind: 'flag' } }) satisfies Held
  // @ts-expect-error it has no prefix
  ;({ id: { ...id, own: true }, count, hidden }) satisfies Held
  // @ts-expect-error it can be sent
  ;({ id, count: { kind: 'integer' }, hidden }) satisfies Held
  // @ts-expect-error a create does not need it
  ;({ id, count: { kind: 'integer', sent: 'required' }, hidden }) satisfies Held
  // @ts-expect-error it cannot be sent
  ;({ id: { ...id, sent: 'required' }, count, hidden }) satisfies Held
})

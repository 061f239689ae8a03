import { expectTypeOf, test } from 'vitest'
import type { RenamedIn } from '../../src/core/version/fields.ts'
import type * as v1 from '../../src/v1/fields.ts'
import type * as v2 from '../../src/v2/fields.ts'

type Inverse<Names extends Readonly<Record<string, PropertyKey>>> = {
  readonly [Name in keyof Names as Names[Name]]: Name
}
type OnlyHere<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly other: null } ? Name : never
}[keyof Table]

test('the versions agree on what each calls the fields of the other, and on those that version 2 alone has', () => {
  expectTypeOf<RenamedIn<typeof v1.eventFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof v2.eventFields>>>()
  expectTypeOf<RenamedIn<typeof v1.attendanceFields>>().toEqualTypeOf<Inverse<RenamedIn<typeof v2.attendanceFields>>>()
  expectTypeOf<OnlyHere<typeof v2.eventFields>>().toEqualTypeOf<(typeof v1.unsupported)[number]>()
  expectTypeOf<OnlyHere<typeof v1.eventFields>>().toBeNever()
})

test('both versions have what is neither renamed nor of version 2 alone', () => {
  type Shared<Table> = {
    [Name in keyof Table]: Table[Name] extends { readonly other: unknown } ? never : Name
  }[keyof Table]
  expectTypeOf<Shared<typeof v1.eventFields>>().toEqualTypeOf<Shared<typeof v2.eventFields>>()
  expectTypeOf<Shared<typeof v1.attendanceFields>>().toEqualTypeOf<Shared<typeof v2.attendanceFields>>()
})

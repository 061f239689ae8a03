import * as z from 'zod/mini'
import { isPromise, notOf } from '../base/messages.ts'
import { isObject, isPlainObject, once } from '../base/values.ts'
import { isIdentifier } from '../hal/identified.ts'
import { isMoment, localTimeProblem } from '../hal/local-time.ts'
import type { Rows } from './rows.ts'
import { bare, email, identifiers, localTime, maybe, members, moment, phone, text } from './schemas.ts'

// Schemas of arguments, from those of responses. They refuse unknown fields and values that JSON would change, and ask more of some values. Zod's copy
// is what the client sends: it has no undefined members and no `toJSON`.

/** The members of a plain object that are not undefined. */
const definedMembers = /* @__PURE__ */ z.transform((value, { issues }) => {
  if (!isObject(value)) return value
  if (!isPlainObject(value)) {
    const message = isPromise(value) ? 'is a promise; await it first' : 'must be a plain object of fields'
    issues.push({ code: 'custom', message, input: value })
  }
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
})

type Fields = Readonly<Record<string, z.ZodMiniType>>

/** A plain object of these fields and no others. An unknown field that is undefined passes. */
const onlyFields = (fields: Fields) => z.pipe(definedMembers, z.strictObject(fields))

/** Text that is not blank. */
const required = /* @__PURE__ */ once(() =>
  z.string().check(z.refine((value) => value.trim() !== '', 'must not be empty')),
)

/** Whether a text may be a telephone number. A blank text is none: the call leaves it out. */
const isPhone = (value: string) => value.trim() === '' || (value.match(/\p{Nd}/gu)?.length ?? 0) >= 7

/** The value of a form's field. It is not known what services store for other values, such as `true`. */
const formValue = () =>
  z.union([text, z.number()], {
    error: ({ input }) =>
      notOf('text or a finite number', input) +
      (typeof input === 'boolean' ? '; send the text that the form stores for it' : ''),
  })

/** A `Date` gets the same advice as a wrong local time. */
const clockOnly = { error: ({ input }: { readonly input?: unknown }) => localTimeProblem(input) }

/** Schemas that are stricter in a request, each with its stricter form. */
const stricter = /* @__PURE__ */ once(
  () =>
    new Map<z.core.$ZodType, z.ZodMiniType>([
      [moment, z.string().check(z.refine(isMoment, 'must be a date-time with a zone, such as 2026-05-01T00:00:00Z'))],
      [localTime, z.string(clockOnly).check(z.refine((value) => localTimeProblem(value) === undefined, clockOnly))],
      [
        identifiers,
        z.array(z.string().check(z.refine(isIdentifier, 'is not an identifier of the form <system>:<id>'))),
      ],
      [email, required().check(z.refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), 'must be an e-mail address'))],
      [phone, z.string().check(z.refine(isPhone, 'must have at least seven digits'))],
      [members, z.pipe(definedMembers, z.catchall(z.object({}), formValue()))],
    ]),
)

type Wrap = (schema: z.ZodMiniType) => z.ZodMiniType

/** The schema of a value to send. `each` makes a member optional, or nullable too. */
function toSend(given: z.core.$ZodType, each: Wrap): z.ZodMiniType {
  const schema = bare(given)
  const own = stricter().get(schema)
  if (own) return own
  const { def } = schema._zod
  // An open enum: the service decides which texts it knows.
  if (def.type === 'union') return required()
  if (def.type === 'array') return z.array(toSend(def.element, each))
  if (def.type !== 'object') return schema as z.core.$ZodType as z.ZodMiniType
  return onlyFields(
    Object.fromEntries(Object.entries(def.shape).map(([name, member]) => [name, memberToSend(member, each)])),
  )
}

/** An e-mail address and a telephone number are all that makes an entry of their lists. */
function memberToSend(member: z.core.$ZodType, each: Wrap): z.ZodMiniType {
  const schema = toSend(member, each)
  return [email, phone].some((needed) => stricter().get(needed) === schema) ? schema : each(schema)
}

/** The schema of the argument of a create or a change. */
export function argumentSchema(sendable: Rows, isChange: boolean): ArgumentSchema {
  const each: Wrap = isChange ? maybe : z.optional
  return onlyFields(
    Object.fromEntries(
      Object.entries(sendable).map(([name, { type, sent }]) => {
        if (sent === 'optional') return [name, each(toSend(type, each))]
        return [name, isChange ? z.optional(required()) : required()]
      }),
    ),
  ) as never
}

type ArgumentSchema = z.ZodMiniType<Readonly<Record<string, unknown>>>

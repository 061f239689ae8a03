/**
 * Records what the form of an event sent, and says what became of it. Needs the package `osdi-events`.
 * Fields of the form: given_name, family_name, email, phone, tag (several), and `website`, which people do not see and robots fill in.
 */
import { type AnyEventsError, type EventsV2, type EventV2, isEventsError } from 'osdi-events'

/** What people can offer, and the tag that they get for it. The Action Network ignores a tag that it does not have: make these there first. */
export const offers = [
  { tag: 'Volunteer', label: 'I can help on the day' },
  { tag: 'First time', label: 'This is my first event' },
] as const

export type Field = 'given_name' | 'family_name' | 'email' | 'phone' | 'website'

/** A field that the person has to correct, and what is wrong. */
export interface Mistake {
  readonly field: Field
  readonly message: string
}

export type Failure = 'closed' | 'refused' | 'later' | 'unknown' | 'broken'

export type Outcome =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly Mistake[] }
  | { readonly kind: Failure }

/** What to tell the person, and the status of the response. It is true of a person, too, who is on the list since an earlier try. */
export const failures: Readonly<
  Record<Failure, { readonly status: 404 | 502 | 503 | 500; readonly title: string; readonly text: string }>
> = {
  closed: {
    status: 404,
    title: 'This event takes no more sign-ups',
    text: 'It is over, full or cancelled, or is not there any more. If you signed up before, you are still on the list.',
  },
  refused: {
    status: 502,
    title: 'We could not put you on the list',
    text: 'Our sign-up service refused your RSVP. To send it again does not help.',
  },
  later: {
    status: 503,
    title: 'We could not send your RSVP',
    text: 'Our sign-up service does not answer right now. Please send the form again in a minute: you will not be counted twice.',
  },
  // The Action Network counts the same person once.
  unknown: {
    status: 503,
    title: 'We do not know whether you are on the list',
    text: 'We sent your RSVP, and got no answer. Please send the form again in a minute: you will not be counted twice.',
  },
  broken: {
    status: 500,
    title: 'We could not put you on the list',
    text: 'This form does not work. That is our mistake.',
  },
}

interface Input {
  readonly name: 'given_name' | 'family_name' | 'email' | 'phone'
  readonly label: string
  readonly hint?: string
  readonly type: string
  readonly autocomplete: string
  readonly required?: true
}

/** The fields of the form that people fill in. */
export const inputs: readonly Input[] = [
  { name: 'given_name', label: 'First name', type: 'text', autocomplete: 'given-name', required: true },
  { name: 'family_name', label: 'Last name (optional)', type: 'text', autocomplete: 'family-name' },
  {
    ...{ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email' },
    hint: 'You can give a mobile phone instead',
  },
  {
    ...{ name: 'phone', label: 'Mobile phone', type: 'tel', autocomplete: 'tel' },
    hint: 'Optional if you give an e-mail address',
  },
]

const maxLength = 200

/** The texts of a form, trimmed, to check and to show again. */
export function entered(form: FormData) {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    ...{ given_name: text('given_name'), family_name: text('family_name'), email: text('email'), phone: text('phone') },
    website: text('website'),
    // Tags come from our list: anyone can change a form.
    tags: offers.map(({ tag }) => tag).filter((tag) => form.getAll('tag').includes(tag)) as readonly string[],
  }
}

export type Entered = ReturnType<typeof entered>

/** What a form shows again after it was not accepted. */
export interface Attempt {
  readonly values: Entered
  readonly mistakes?: readonly Mistake[]
  readonly failure?: Failure
}

function mistakesIn(values: Entered): Mistake[] {
  const mistakes: Mistake[] = []
  const wrong = (field: Field, message: string) => void mistakes.push({ field, message })
  if (!values.given_name) wrong('given_name', 'Enter your first name')
  if (!values.email && !values.phone) wrong('email', 'Enter your e-mail address or your mobile phone')
  if (values.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email))
    wrong('email', 'Enter an e-mail address like name@example.org')
  if (values.phone && !/^\+?[\d\s().-]{7,}$/.test(values.phone))
    wrong('phone', 'Enter a phone number like 202 555 0101')
  if (values.website) wrong('website', 'Leave this field empty')
  for (const field of ['given_name', 'family_name', 'email', 'phone'] as const)
    if (values[field].length > maxLength) wrong(field, `Enter at most ${maxLength} characters`)
  return mistakes
}

/** Whether the same form may be taken in a minute. Any other refusal stays: of the event, of the person, or of the key. */
const passes = (error: AnyEventsError) =>
  error.code === 'network' ||
  error.code === 'timeout' ||
  error.code === 'content' || // a page that says that the service is being mended
  (error.code === 'http' && ([408, 425, 429].includes(error.status) || error.status >= 500))

/** The field of the form that an `InputError` means. */
const fieldOf = (field: string): Field | undefined =>
  (['given_name', 'family_name', 'email', 'phone'] as const).find((name) => field.startsWith(`person.${name}`))

export async function recordRsvp(
  client: EventsV2,
  event: EventV2,
  form: FormData,
  report: (error: unknown) => void,
): Promise<Outcome> {
  const values = entered(form)
  const mistakes = mistakesIn(values)
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes }
  const { given_name, family_name, email, phone, tags } = values
  const person = {
    given_name,
    family_name: family_name || undefined,
    email_addresses: email ? [{ address: email }] : undefined,
    phone_numbers: phone ? [{ number: phone, number_type: 'Mobile' }] : undefined,
  }
  try {
    await client.recordAttendance(event, { person, add_tags: tags.length > 0 ? tags : undefined })
    return { kind: 'recorded' }
  } catch (error) {
    report(error) // It holds nothing of the person.
    if (!isEventsError(error)) return { kind: 'broken' }
    if (error.code === 'input') {
      const field = fieldOf(error.field)
      return field
        ? { kind: 'mistakes', mistakes: [{ field, message: 'We cannot use this: please correct it' }] }
        : { kind: 'broken' }
    }
    // Success with half an answer: a proxy can be the one that sent it.
    if (error.outcome === 'unknown' || (error.outcome === 'applied' && error.code === 'content'))
      return { kind: 'unknown' }
    if (error.outcome === 'applied') return { kind: 'recorded' }
    if (error.code === 'http' && [404, 410].includes(error.status)) return { kind: 'closed' }
    return { kind: passes(error) ? 'later' : 'refused' }
  }
}

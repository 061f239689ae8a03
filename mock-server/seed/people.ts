import { places } from '../rules/geocode.ts'
import type { PersonInput } from '../rules/people.ts'
import { randomFrom } from '../store/ids.ts'

/** Given names and family names of several languages, in their own scripts. */
const names: readonly (readonly [language: string, given: readonly string[], family: readonly string[]])[] = [
  [
    'en',
    ['Ada', 'Grace', 'Hannah', 'Jamal', 'Kai', 'Omar', 'Zoe'],
    ['Johnson', "O'Neill", 'Smith-Jones', 'Washington'],
  ],
  ['es', ['Beatriz', 'Inés', 'José Luis', 'Mateo'], ['Castillo', 'Delgado Muñoz', 'García']],
  ['de', ['Jürgen', 'Käthe'], ['Bauer', 'Weiß']],
  ['vi', ['Ngọc', 'Thảo'], ['Nguyễn', 'Trần']],
  ['zh', ['伟', '秀英'], ['王', '李']],
  ['ar', ['فاطمة', 'عمر'], ['حداد', 'الخطيب']],
  ['ru', ['Ольга', 'Иван'], ['Ковальская', 'Петров']],
  ['am', ['ሰላም', 'አበበ'], ['ተስፋዬ', 'በቀለ']],
]
// Indexes of `names`. Most people have English or Spanish names.
const often = [0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7] as const

const postalAddresses = places.flatMap(([locality, region, country, , , , postal_code]) =>
  country === 'US' ? [Object.freeze([Object.freeze({ locality, region, postal_code, country })])] : [],
)

/**
 * Makes up a person who attends seeded events. One in ten has only a phone number, most have only an e-mail address, and some have both.
 * The addresses and numbers are reserved for examples, so they belong to no real person.
 */
export function seedGuest(seed: string, number: number): PersonInput {
  const random = randomFrom(`${seed} guest ${number}`)
  const below = (limit: number) => random() % limit
  const one = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]
  const [language = 'en', given = [], family = []] = names[one(often) ?? 0] ?? []
  const kind = number % 10
  const hasEmail = kind !== 3
  const phone = `1${String(200 + (number % 700))}555${String(100 + (Math.floor(number / 700) % 100)).padStart(4, '0')}`
  return {
    given_name: one(given) ?? '',
    // Some people give only one name.
    family_name: below(20) === 0 ? '' : (one(family) ?? ''),
    email_addresses: hasEmail
      ? [{ address: `guest.${number + 1}@example.org`, status: below(25) === 0 ? 'unsubscribed' : 'subscribed' }]
      : [],
    phone_numbers:
      hasEmail && below(3) > 0
        ? undefined
        : [{ number: phone, number_type: 'Mobile', status: below(2) === 0 ? 'subscribed' : 'unsubscribed' }],
    postal_addresses: below(10) < 7 ? one(postalAddresses) : undefined,
    languages_spoken: language === 'en' ? undefined : [language],
    custom_fields: customFieldsOf(below(8)),
  }
}

/** Made-up answers of a sign-up form. Only a few people have answers. */
function customFieldsOf(one: number): PersonInput['custom_fields'] {
  if (one === 0) return { 'T-shirt size': 'M' }
  return one === 1 ? { 'How did you hear of us?': 'From a friend', needs_ride: 'yes' } : undefined
}
